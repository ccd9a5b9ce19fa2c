/// An opaque identifier of one kind of entity. A `UserID` cannot be passed as a `MeetupID`.
///
/// It decodes from a JSON string or integer, because servers differ, and always encodes as a string. In a request, it
/// has to be a string. Decoding throws for an empty id, for more than 256 bytes and for control characters.
// Some databases truncate texts at control characters.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
    /// The text. Never parse it.
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
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {  // otherwise it may be an integer
            guard text.isIdentifier else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath, debugDescription: "the text cannot be an identifier",
                        underlyingError: InvalidIdentifier()))
            }
            rawValue = text
        } else if decoder.readsRequest {
            rawValue = try container.decode(String.self)  // throws the error of another type
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

/// The reason in a `DecodingError` for a text that cannot be an identifier.
package struct InvalidIdentifier: Error {}

extension String {
    /// Whether the text can be an ``Identifier``: 1 to 256 bytes without control characters.
    package var isIdentifier: Bool {
        (1...256).contains(utf8.count)
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}
