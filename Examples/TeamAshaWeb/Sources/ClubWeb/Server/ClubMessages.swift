import PageParts

/// A request of a browser, without types of the HTTP server.
struct ClubRequest: Sendable {
    enum Method: Sendable { case get, post }

    let method: Method
    /// The path, without the query.
    let path: String
    var query = FormFields()
    var form = FormFields()
    /// The value of the session cookie.
    var sessionID: String?

    /// The path with its query.
    var target: String {
        let items = query.fields.map { "\(PagePath.encoded($0.name))=\(PagePath.encoded($0.value))" }
            .joined(separator: "&")
        return items.isEmpty ? path : "\(path)?\(items)"
    }

    /// The path of the page with the form, for the redirect after an action.
    var back: String { PagePath.local(form.value("from")) ?? "/" }
}

/// A response to a browser, without types of the HTTP server.
struct ClubResponse: Sendable {
    var status = 200
    /// The page; empty for a redirect.
    var html = Markup.empty
    /// The path of the next page, for a redirect.
    var location: String?
    /// The value of `Refresh`: the seconds, and the path of the page that then replaces this page.
    var refresh: (seconds: Int, path: String)?
    /// The value of `Retry-After` in seconds.
    var retryAfter: Int?
    /// A new value of the session cookie; `nil` leaves the cookie unchanged.
    var newSessionID: String?

    /// A redirect after a form, so that Back and a reload repeat no form.
    static func redirect(to path: String) -> ClubResponse { ClubResponse(status: 303, location: path) }
}
