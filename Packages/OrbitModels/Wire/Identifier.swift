/// An opaque identifier of one kind of entity: a `UserID` cannot be passed where a `MeetupID` is expected.
///
/// Servers differ in whether they send ids as JSON strings or integers, so both decode; one is always
/// written back as a string. An empty id is refused.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {  // not a string: it may still be an integer
            guard !text.isEmpty else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "an identifier is empty")
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
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension Identifier: CustomStringConvertible {
    public var description: String { rawValue }
}
