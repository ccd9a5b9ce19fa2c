import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PageParts

@testable import CampusWeb

/// A browser without scripts: it keeps cookies, follows redirects, and sends forms with their hidden fields.
actor Browser {
    /// The response to the last request.
    private(set) var page = BrowserPage(status: 0, path: "/", html: "", headers: [:])
    /// The cookies, as the server has set them.
    private(set) var cookies: [String: String] = [:]
    private let client: any TestClientProtocol
    private static let maxRedirects = 8

    init(client: any TestClientProtocol) { self.client = client }

    /// Plants a cookie, like an attacker who controls another site of the domain.
    func plant(_ name: String, _ value: String) { cookies[name] = value }

    /// Opens an address, and follows redirects.
    @discardableResult
    func get(_ path: String, headers: HTTPFields = [:]) async throws -> BrowserPage {
        try await request(.get, path, headers: headers, body: nil)
        return try await follow()
    }

    /// Sends a form of the present page, and follows the redirect.
    ///
    /// - Parameters:
    ///   - action: The path of the form.
    ///   - fields: The typed fields. Hidden fields of the form are added.
    @discardableResult
    func submit(_ action: String, _ fields: [(String, String)] = []) async throws -> BrowserPage {
        try await post(action, page.hiddenFields(of: action) + fields)
        return try await follow()
    }

    /// Sends a form without the hidden fields of a page, and does not follow the redirect.
    @discardableResult
    func post(
        _ path: String, _ fields: [(String, String)] = [], origin: String? = WebUnderTest.origin,
        type: String = "application/x-www-form-urlencoded", body: ByteBuffer? = nil, headers: HTTPFields = [:]
    ) async throws -> BrowserPage {
        var headers = headers
        headers[.contentType] = type
        if let origin, let name = HTTPField.Name("Origin") { headers[name] = origin }
        let text = fields.map { "\(PagePath.encoded($0.0))=\(PagePath.encoded($0.1))" }.joined(separator: "&")
        return try await request(.post, path, headers: headers, body: body ?? ByteBuffer(string: text))
    }

    /// Signs in with the code of the demonstration.
    func signIn(as email: String) async throws {
        try await get("/sign-in")
        try await submit("/sign-in/address", [("email", email)])
        try await submit("/sign-in/code", [("code", "123456")])
    }

    private func follow() async throws -> BrowserPage {
        for _ in 0..<Self.maxRedirects {
            guard page.status == 303, let location = page.headers["location"] else { break }
            try await request(.get, location, headers: [:], body: nil)
        }
        return page
    }

    @discardableResult
    private func request(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> BrowserPage {
        var headers = headers
        if !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        let response = try await client.executeRequest(uri: path, method: method, headers: headers, body: body)
        for cookie in response.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
        var fields: [String: String] = [:]
        for field in response.headers { fields[field.name.canonicalName] = field.value }
        page = BrowserPage(
            status: response.status.code, path: path, html: String(buffer: response.body), headers: fields)
        return page
    }
}

/// A response, as a browser shows it.
struct BrowserPage: Sendable {
    let status: Int
    let path: String
    let html: String
    let headers: [String: String]

    /// The text of the heading.
    var heading: String? { text(between: "<h1 id=\"heading\" tabindex=\"-1\">", and: "</h1>") }

    /// The content of a region.
    func region(_ id: String) -> String? {
        guard let start = html.range(of: "<div id=\"\(id)\" data-region>") else { return nil }
        let rest = html[start.upperBound...]
        let end = rest.range(of: "<div id=\"[a-z]+\" data-region>|</main>", options: .regularExpression)
        return String(rest[..<(end?.lowerBound ?? rest.endIndex)])
    }

    /// The paths of all forms that are sent by POST.
    var formActions: [String] {
        html.components(separatedBy: "<form method=\"post\" action=\"").dropFirst().map { part in
            BrowserPage.unescaped(String(part.prefix { $0 != "\"" }))
        }
    }

    /// The targets of all links that begin with a prefix.
    func links(to prefix: String) -> [String] {
        html.components(separatedBy: "href=\"").dropFirst()
            .map { part in BrowserPage.unescaped(String(part.prefix { $0 != "\"" })) }
            .filter { target in target.hasPrefix(prefix) }
    }

    /// The hidden fields of the first form with a path.
    func hiddenFields(of action: String) -> [(String, String)] {
        let marker = "<form method=\"post\" action=\"\(action)\""
        guard let start = html.range(of: marker) else { return [] }
        let rest = html[start.upperBound...]
        let form = rest[..<(rest.range(of: "</form>")?.lowerBound ?? rest.endIndex)]
        return form.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().compactMap { part in
            let pieces = part.components(separatedBy: "\"")
            guard pieces.count > 2 else { return nil }
            return (pieces[0], BrowserPage.unescaped(pieces[2]))
        }
    }

    private func text(between start: String, and end: String) -> String? {
        guard let first = html.range(of: start), let last = html[first.upperBound...].range(of: end) else { return nil }
        return String(html[first.upperBound..<last.lowerBound])
    }

    private static func unescaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
