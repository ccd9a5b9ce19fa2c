/// A request method, by RFC 9110 §9.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let get = HTTPMethod(rawValue: "GET")
    public static let head = HTTPMethod(rawValue: "HEAD")
    public static let post = HTTPMethod(rawValue: "POST")
    public static let put = HTTPMethod(rawValue: "PUT")
    public static let patch = HTTPMethod(rawValue: "PATCH")
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }

    /// Whether it is a token (RFC 9110 §9.1), so that it cannot smuggle in a request.
    var isSound: Bool { HeaderName(rawValue) != nil }

    public var description: String { rawValue }
}
