/// The header fields of a message: names compare without case, order is kept.
///
/// Only sound fields can get in (RFC 9110 §5): a name is a token, a value has no control characters,
/// so no value can smuggle in another header or request.
public struct HTTPHeaders: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let name: HeaderName
        public let value: String
    }

    public private(set) var fields: [Field] = []

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

    public mutating func remove(_ name: HeaderName) {
        fields.removeAll { $0.name == name }
    }
}

/// Names only: values hold tokens and keys.
extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "[\(fields.map(\.name.description).joined(separator: ", "))]" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name.description)]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { name.description }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name.description]) }
}

/// A header value holds a control character; it was not sent.
public struct UnsoundHeader: Error, Hashable, Sendable {
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

    public static let accept = HeaderName(known: "accept")
    public static let authorization = HeaderName(known: "authorization")
    public static let contentLength = HeaderName(known: "content-length")
    public static let contentType = HeaderName(known: "content-type")
    public static let cookie = HeaderName(known: "cookie")
    public static let date = HeaderName(known: "date")
    public static let etag = HeaderName(known: "etag")
    public static let idempotencyKey = HeaderName(known: "idempotency-key")
    public static let ifMatch = HeaderName(known: "if-match")
    public static let ifNoneMatch = HeaderName(known: "if-none-match")
    public static let location = HeaderName(known: "location")
    public static let proxyAuthorization = HeaderName(known: "proxy-authorization")
    public static let retryAfter = HeaderName(known: "retry-after")
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
