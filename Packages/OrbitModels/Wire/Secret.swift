/// A string that must not be seen: it encodes and compares, but never describes itself.
public struct Secret<Purpose>: Hashable, Sendable {
    /// The secret itself. Every use is a place to look at twice.
    public let reveal: String

    public init(_ secret: String) {
        reveal = secret
    }
}

extension Secret: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        reveal = try container.decode(String.self)
        guard !reveal.isEmpty else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a secret is empty")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(reveal)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹secret›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
