import Foundation
import Networking

@testable import BackendRuntime

extension Contract {
    /// The statuses of the `default` response, each with its required header field.
    private static let otherwise: [Int: String?] = [
        401: "WWW-Authenticate", 413: nil, 414: nil, 500: nil, 503: "Retry-After",
    ]

    /// Returns the response that the contract describes for an operation and a status, or `nil` without a description.
    func response(of operation: Operation, status: Int) throws -> JSONValue? {
        let responses = operation.body["responses"]
        if let described = responses?[String(status)] { return try resolved(described) }
        let isOpen = operation.body["security"] == .array([])
        guard Self.otherwise.keys.contains(status), !(isOpen && status == 401) else { return nil }
        return try responses?["default"].map(resolved)
    }

    /// Returns the differences between a response and the contract.
    ///
    /// - Parameters:
    ///   - response: The response to check.
    ///   - request: The request of the response.
    ///   - basePath: The path of the API on the server.
    func faults(in response: HTTPResponse, to request: HTTPRequest, basePath: String = "/api") throws -> [String] {
        let problem = shared(schema: "Problem")
        guard let path = pattern(for: request.url, basePath: basePath) else {
            return try response.status == 404 ? faults(in: response.body, schema: problem) : ["should be 404"]
        }
        let here = operations.filter { $0.path == path }
        guard let operation = here.first(where: { $0.method == request.method.rawValue }) else {
            return try response.status == 405 ? faults(in: response.body, schema: problem) : ["should be 405"]
        }
        guard let described = try self.response(of: operation, status: response.status) else {
            return ["\(operation.name) says nothing of \(response.status)"]
        }
        var faults: [String] = []
        for (name, header) in described["headers"]?.members ?? [:]
        where try resolved(header)["required"] == .boolean(true) && response.field(name.lowercased()) == nil {
            faults.append("\(operation.name) \(response.status) lacks \(name)")
        }
        if operation.body["responses"]?[String(response.status)] == nil,
            let name = Self.otherwise[response.status] ?? nil, response.field(name.lowercased()) == nil
        {
            faults.append("\(operation.name) \(response.status) lacks \(name)")
        }
        let contents = described["content"]?.members ?? [:]
        guard let type = response.field("content-type") else {
            return faults + (contents.isEmpty && response.body.isEmpty ? [] : ["\(operation.name) lacks its content"])
        }
        guard let content = contents[type] else { return faults + ["\(operation.name) does not respond with \(type)"] }
        if type == "application/json" { faults += try self.faults(in: response.body, schema: content["schema"]) }
        return faults
    }

    private func faults(in body: Data, schema: JSONValue?) throws -> [String] {
        let value = try JSONValue(json: body)
        guard let schema else { return ["there is no schema"] }
        return try SchemaCheck(contract: self).faults(in: value, against: schema)
    }

    /// Returns the path of the contract that matches a URL. Fixed paths come before paths with parameters. A path that
    /// would be slow to compare does not match.
    private func pattern(for url: URL, basePath: String) -> String? {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix(basePath + "/") else { return nil }
        let segments = path.dropFirst(basePath.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        let fitting = patterns.filter { _, parts in
            parts.count == segments.count
                && zip(parts, segments).allSatisfy { part, segment in
                    let text = segment.removingPercentEncoding ?? ""
                    guard text.isStreamSafe else { return false }
                    return part.hasPrefix("{") ? PathPattern.isParameter(text) : part == text
                }
        }
        return fitting.map(\.path).min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
    }
}
