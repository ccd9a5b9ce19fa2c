import HTTPTypes

/// Refuses forms and streams of other sites.
///
/// A cookie with `SameSite=Lax` is not sent with forms of other sites. This rule also refuses such a form before any of
/// its content is read.
public struct OriginRule: Sendable {
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
    private static let origin = HTTPField.Name("Origin")

    /// The origins of the pages of this site, as browsers write them, such as `https://orbit.example`.
    public let origins: Set<String>

    /// Creates the rule of a site.
    ///
    /// - Parameter origins: The origins of its pages.
    public init(origins: Set<String>) { self.origins = origins }

    /// Returns whether a form comes from a page of this site. A form needs an `Origin`, which all browsers send with it.
    ///
    /// - Parameter headers: The header fields of the request.
    public func allowsForm(_ headers: HTTPFields) -> Bool {
        guard allowsStream(headers), let name = Self.origin, let origin = headers[name] else { return false }
        return origins.contains(origin)
    }

    /// Returns whether a request for a stream comes from a page of this site. A stream of another site would end the
    /// stream of the browser. Browsers that do not send `Sec-Fetch-Site` are allowed, because another site cannot read
    /// the stream.
    ///
    /// - Parameter headers: The header fields of the request.
    public func allowsStream(_ headers: HTTPFields) -> Bool {
        guard let name = Self.fetchSite, let site = headers[name] else { return true }
        return site == "same-origin"
    }
}
