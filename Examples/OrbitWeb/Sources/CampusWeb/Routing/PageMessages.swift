import Foundation
import PageParts

/// A request of a browser, without types of the HTTP server.
struct PageRequest: Sendable {
    enum Method: Sendable { case get, post }

    let method: Method
    /// The path, without the query.
    let path: String
    var query = FormFields()
    var form = FormFields()
    /// The value of the session cookie.
    var sessionID: String?
    /// The value of the language cookie.
    var language: String?
    /// The value of `Accept-Language`.
    var acceptLanguage: String?
    /// The network address of the browser.
    var address = "127.0.0.1"
    /// The value of `Last-Event-ID`, from an interrupted stream.
    var lastEventID: String?
}

/// A response to a browser, without types of the HTTP server.
struct PageResponse: Sendable {
    var status = 200
    /// The header fields besides those of every response.
    var headers: [(name: String, value: String)] = []
    var body = Data()
    /// A new value of the session cookie; `nil` leaves the cookie unchanged.
    var newSessionID: String?
    /// A new value of the language cookie.
    var newLanguage: String?

    /// A page.
    static func page(_ html: Markup, status: Int = 200) -> PageResponse {
        PageResponse(
            status: status, headers: [("content-type", "text/html; charset=utf-8")], body: Data(html.markup.utf8))
    }

    /// A redirect after a form, so that Back and a reload repeat no form.
    static func redirect(to path: String) -> PageResponse {
        PageResponse(status: 303, headers: [("location", path)])
    }

    /// A file that is part of this program or belongs to the user.
    static func file(_ bytes: Data, type: String, cache: String = "no-store") -> PageResponse {
        PageResponse(headers: [("content-type", type), ("cache-control", cache)], body: bytes)
    }
}
