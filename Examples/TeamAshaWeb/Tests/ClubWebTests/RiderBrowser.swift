import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PageParts

@testable import ClubWeb

/// A browser without scripts: it keeps the cookie, follows redirects, and sends forms.
actor RiderBrowser {
    /// A response, as a browser shows it.
    struct Page: Sendable {
        let status: Int
        let path: String
        let html: String
        let headers: [String: String]

        /// The targets of all links that begin with a prefix.
        func links(to prefix: String) -> [String] {
            html.components(separatedBy: "href=\"").dropFirst()
                .map { part in String(part.prefix { $0 != "\"" }) }.filter { target in target.hasPrefix(prefix) }
        }
    }

    /// The value of the session cookie.
    private(set) var sessionID: String?
    private let client: any TestClientProtocol
    private static let maxRedirects = 4

    init(client: any TestClientProtocol) { self.client = client }

    /// Plants a session id, like an attacker who controls another site of the domain.
    func plant(_ id: String?) { sessionID = id }

    /// Opens an address, and follows redirects.
    @discardableResult
    func get(_ path: String) async throws -> Page {
        try await follow(try await request(.get, path, headers: [:], body: nil))
    }

    /// Sends a form, and follows the redirect.
    @discardableResult
    func submit(_ path: String, _ fields: [(String, String)] = []) async throws -> Page {
        try await follow(try await post(path, fields))
    }

    /// Sends a form, and does not follow the redirect.
    @discardableResult
    func post(
        _ path: String, _ fields: [(String, String)] = [], origin: String? = ClubUnderTest.origin,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> Page {
        var headers: HTTPFields = [.contentType: type]
        if let origin, let name = HTTPField.Name("Origin") { headers[name] = origin }
        let text = fields.map { "\(PagePath.encoded($0.0))=\(PagePath.encoded($0.1))" }.joined(separator: "&")
        return try await request(.post, path, headers: headers, body: ByteBuffer(string: text))
    }

    /// Signs in with the demo login.
    func signIn(as email: String = "maya@example.org") async throws {
        try await submit("/sign-in", [("email", email)])
    }

    private func follow(_ first: Page) async throws -> Page {
        var page = first
        for _ in 0..<Self.maxRedirects {
            guard page.status == 303, let location = page.headers["location"] else { break }
            page = try await request(.get, location, headers: [:], body: nil)
        }
        return page
    }

    private func request(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> Page {
        var headers = headers
        if let sessionID { headers[.cookie] = "\(ClubServer.cookie)=\(sessionID)" }
        let response = try await client.executeRequest(uri: path, method: method, headers: headers, body: body)
        var fields: [String: String] = [:]
        for field in response.headers { fields[field.name.canonicalName] = field.value }
        if let cookie = fields["set-cookie"] {
            sessionID = cookie.prefix { $0 != ";" }.split(separator: "=").last.map(String.init)
        }
        return Page(status: response.status.code, path: path, html: String(buffer: response.body), headers: fields)
    }
}
