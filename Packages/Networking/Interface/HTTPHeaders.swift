public import OrbitModels

/// The header fields of a message: names compare without case, order is kept.
///
/// Only sound fields can get in (RFC 9110 §5): a name is a token, a value has no control characters,
/// so no value can smuggle in another header or request.
public struct HTTPHeaders: Hashable, Sendable {
    /// A field of a message.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public let name: HeaderName
        /// The value, without control characters.
        public let value: String
    }

    /// All fields, in order.
    public private(set) var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// The fields in a message from outside; unsound ones are left out.
    public init(lenient pairs: some Sequence<(name: String, value: String)>) {
        for pair in pairs {
            guard let name = HeaderName(pair.name), HeaderName.isSoundValue(pair.value) else { continue }
            fields.append(Field(name: name, value: pair.value))
        }
    }

    /// The first value of the field.
    public subscript(_ name: HeaderName) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Every value of the field, in order.
    public func values(of name: HeaderName) -> [String] {
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Replaces all values of the field by one.
    public mutating func set(_ name: HeaderName, to value: String) throws(UnsoundHeader) {
        guard HeaderName.isSoundValue(value) else { throw UnsoundHeader(name: name) }
        remove(name)
        fields.append(Field(name: name, value: value))
    }

    /// Removes all fields with the name.
    public mutating func remove(_ name: HeaderName) {
        fields.removeAll { $0.name == name }
    }
}

/// Names only: values hold tokens and keys.
extension HTTPHeaders: Redacted {
    /// The names, without values.
    public var description: String { "[\(fields.map(\.name.description).joined(separator: ", "))]" }
}

extension HTTPHeaders.Field: Redacted {
    /// The name, without the value.
    public var description: String { name.description }
}

/// A header value holds a control character; it was not sent.
public struct UnsoundHeader: Error, Hashable, Sendable {
    /// The field with the unsound value.
    public let name: HeaderName
}

/// The name of a header field.
public struct HeaderName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case; names are equal without regard to case.
    public let description: String

    /// `nil` unless `name` is a token by RFC 9110 §5.6.2.
    public init?(_ name: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { return nil }
        description = name.lowercased()
    }

    private init(known name: String) {
        description = name
    }

    /// The field `Accept`.
    public static let accept = HeaderName(known: "accept")
    /// The field `Authorization`.
    public static let authorization = HeaderName(known: "authorization")
    /// The field `Content-Length`.
    public static let contentLength = HeaderName(known: "content-length")
    /// The field `Content-Type`.
    public static let contentType = HeaderName(known: "content-type")
    /// The field `Cookie`.
    public static let cookie = HeaderName(known: "cookie")
    /// The field `Date`.
    public static let date = HeaderName(known: "date")
    /// The field `ETag`.
    public static let etag = HeaderName(known: "etag")
    /// The field `Idempotency-Key`.
    public static let idempotencyKey = HeaderName(known: "idempotency-key")
    /// The field `If-Match`.
    public static let ifMatch = HeaderName(known: "if-match")
    /// The field `If-None-Match`.
    public static let ifNoneMatch = HeaderName(known: "if-none-match")
    /// The field `Last-Event-ID`.
    public static let lastEventID = HeaderName(known: "last-event-id")
    /// The field `Location`.
    public static let location = HeaderName(known: "location")
    /// The field `Proxy-Authorization`.
    public static let proxyAuthorization = HeaderName(known: "proxy-authorization")
    /// The field `Retry-After`.
    public static let retryAfter = HeaderName(known: "retry-after")
    /// The field `Set-Cookie`.
    public static let setCookie = HeaderName(known: "set-cookie")

    /// Visible characters, spaces and tabs, and bytes beyond ASCII; no other control characters.
    static func isSoundValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
