public import OrbitModels

/// The header fields of a message in order. Names are compared without regard to case.
///
/// The list contains only valid fields (RFC 9110 §5): a name is a token, and a value has no control characters. A value
/// therefore cannot inject another header or request.
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

    /// Creates a list from the fields of a received message. Invalid fields are omitted.
    public init(lenient pairs: some Sequence<(name: String, value: String)>) {
        for pair in pairs {
            guard let name = HeaderName(pair.name), HeaderName.isValidValue(pair.value) else { continue }
            fields.append(Field(name: name, value: pair.value))
        }
    }

    /// The first value of the field, or `nil` if the field is missing.
    public subscript(_ name: HeaderName) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Returns all values of the field, in order.
    public func values(of name: HeaderName) -> [String] {
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Replaces all values of the field with one value.
    ///
    /// - Throws: ``InvalidHeaderValue`` if the value has a control character.
    public mutating func set(_ name: HeaderName, to value: String) throws(InvalidHeaderValue) {
        guard HeaderName.isValidValue(value) else { throw InvalidHeaderValue(name: name) }
        remove(name)
        fields.append(Field(name: name, value: value))
    }

    /// Removes all fields with the name.
    public mutating func remove(_ name: HeaderName) {
        fields.removeAll { $0.name == name }
    }
}

/// A description with names only. Values contain tokens and keys.
extension HTTPHeaders: Redacted {
    /// The names, without values.
    public var description: String { "[\(fields.map(\.name.description).joined(separator: ", "))]" }
}

extension HTTPHeaders.Field: Redacted {
    /// The name, without the value.
    public var description: String { name.description }
}

/// An error that is thrown if a header value contains a control character. The header was not set.
public struct InvalidHeaderValue: Error, Hashable, Sendable {
    /// The name of the field with the invalid value.
    public let name: HeaderName
}

/// The name of a header field.
public struct HeaderName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case. Names are equal without regard to case.
    public let description: String

    /// Creates a name, or returns `nil` unless `name` is a token (RFC 9110 §5.6.2).
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

    /// Whether the value has no control characters except tabs. Bytes beyond ASCII are valid.
    static func isValidValue(_ value: String) -> Bool {
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
