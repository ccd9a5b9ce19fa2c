/// A request method, by RFC 9110 §9.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name, in upper case.
    public let rawValue: String

    /// `nil` unless the text is a token, so that no method can smuggle in another request.
    public init?(rawValue: String) {
        guard HeaderName(rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: String) {
        self.rawValue = rawValue
    }

    /// `GET` (RFC 9110 §9.3).
    public static let get = HTTPMethod(known: "GET")
    /// `HEAD` (RFC 9110 §9.3).
    public static let head = HTTPMethod(known: "HEAD")
    /// `POST` (RFC 9110 §9.3).
    public static let post = HTTPMethod(known: "POST")
    /// `PUT` (RFC 9110 §9.3).
    public static let put = HTTPMethod(known: "PUT")
    /// `PATCH` (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// `DELETE` (RFC 9110 §9.3).
    public static let delete = HTTPMethod(known: "DELETE")

    /// Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }

    /// The name.
    public var description: String { rawValue }
}
