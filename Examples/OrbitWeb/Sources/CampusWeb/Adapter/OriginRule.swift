import HTTPTypes

/// Refuses forms and streams of other sites.
///
/// The cookie is not sent with forms of other sites (`SameSite=Lax`), and every form contains a secret. This rule also
/// refuses a form before any of its content is read.
struct OriginRule: Sendable {
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
    private static let origin = HTTPField.Name("Origin")

    let options: WebOptions

    /// Whether a form comes from a page of this site. A form needs an `Origin`, which all browsers send with it.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the request.
    ///   - port: The port of the connection on this side; `nil` if it is not known.
    func allowsForm(_ headers: HTTPFields, at port: Int?) -> Bool {
        guard allowsStream(headers), let name = Self.origin, let origin = headers[name] else { return false }
        return options.origins(at: port).contains(origin)
    }

    /// Whether a request for a stream comes from a page of this site. A stream of another site would end the stream of
    /// the browser. Browsers that do not send `Sec-Fetch-Site` are allowed, because another site cannot read the stream.
    func allowsStream(_ headers: HTTPFields) -> Bool {
        guard let name = Self.fetchSite, let site = headers[name] else { return true }
        return site == "same-origin"
    }
}
