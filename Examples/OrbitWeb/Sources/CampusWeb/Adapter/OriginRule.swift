import HTTPTypes

/// Refuses forms of other sites.
///
/// The cookie is not sent with forms of other sites (`SameSite=Lax`), and every form contains a secret. This rule also
/// refuses a form before any of its content is read.
struct OriginRule: Sendable {
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
    private static let origin = HTTPField.Name("Origin")

    let options: WebOptions

    /// Whether a request comes from a page of this site. A request needs an `Origin`, which all browsers send with a form.
    func allows(_ headers: HTTPFields) -> Bool {
        if let name = Self.fetchSite, let site = headers[name], site != "same-origin" { return false }
        guard let name = Self.origin, let origin = headers[name] else { return false }
        return options.origins.contains(origin)
    }
}
