import Foundation
import Networking
import Testing

/// `Docs/openapi.yaml`, read.
struct Contract {
    struct Operation {
        let method: String
        let path: String
        let body: JSONValue

        var name: String { "\(method) \(path)" }
    }

    struct NoSuchPart: Error {
        let reference: String
    }

    let document: JSONValue

    static let current = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Docs/openapi.yaml"), encoding: .utf8)
        return Contract(document: try YAMLReader.value(of: text))
    }

    var operations: [Operation] {
        (document["paths"]?.members ?? [:]).flatMap { path, item in
            item.members.map { Operation(method: $0.key.uppercased(), path: path, body: $0.value) }
        }
    }

    var schemas: [String: JSONValue] { document["components"]?["schemas"]?.members ?? [:] }

    /// The value, or what it refers to.
    func resolved(_ value: JSONValue) throws -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        var part: JSONValue? = document
        for name in reference.dropFirst(2).split(separator: "/") { part = part?[String(name)] }
        guard reference.hasPrefix("#/"), let part else { throw NoSuchPart(reference: reference) }
        return try resolved(part)
    }

    /// The answer of an operation that has the status.
    func response(of operation: Operation, status: Int) throws -> JSONValue? {
        try operation.body["responses"]?[String(status)].map(resolved)
    }

    /// What in an answer to a request is not as the contract says.
    func faults(in response: HTTPResponse, to request: HTTPRequest, basePath: String = "/api") throws -> [String] {
        let problem = document["components"]?["schemas"]?["Problem"]
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
        let contents = described["content"]?.members ?? [:]
        guard let type = response.field("content-type") else {
            return faults + (contents.isEmpty && response.body.isEmpty ? [] : ["\(operation.name) lacks its content"])
        }
        guard let content = contents[type] else { return faults + ["\(operation.name) does not answer \(type)"] }
        if type == "application/json" { faults += try self.faults(in: response.body, schema: content["schema"]) }
        return faults
    }

    private func faults(in body: Data, schema: JSONValue?) throws -> [String] {
        let value = try JSONDecoder().decode(JSONValue.self, from: body)
        guard let schema else { return ["there is no schema"] }
        return try SchemaCheck(contract: self).faults(in: value, against: schema)
    }

    /// The path of the contract that an address is one of; fixed ones before those with parameters.
    private func pattern(for url: URL, basePath: String) -> String? {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix(basePath + "/") else { return nil }
        let segments = path.dropFirst(basePath.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        let fitting = Set(operations.map(\.path)).filter { pattern in
            let parts = pattern.split(separator: "/")
            return parts.count == segments.count
                && zip(parts, segments).allSatisfy { part, segment in
                    let text = segment.removingPercentEncoding ?? ""
                    return part.hasPrefix("{") ? !["", ".", ".."].contains(text) : part == text
                }
        }
        return fitting.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
    }
}
