/// An opaque identifier of one kind of entity: a `UserID` cannot be passed where a `MeetupID` is expected.
///
/// Decodes from a JSON string or integer, since servers differ; always encodes as a string. An empty id is refused, and
/// one of more than 256 bytes.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
    /// Opaque: never parse it.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from its text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Identifier: Codable {
    private static var mostBytes: Int { 256 }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {  // not a string: it may be an integer
            guard (1...Self.mostBytes).contains(text.utf8.count) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "an identifier is empty or too long")
            }
            rawValue = text
        } else {
            rawValue = String(try container.decode(Int64.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Identifier: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Identifier: ExpressibleByStringLiteral {
    /// Creates an identifier from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension Identifier: CustomStringConvertible {
    /// The text of the identifier.
    public var description: String { rawValue }
}
