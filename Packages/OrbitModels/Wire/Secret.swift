/// A value that may appear in a log although its content must not. Printing, dumping and reflecting show only its
/// `description`.
///
/// ```swift
/// struct Note: Redacted {
///     let text: String
///     var description: String { "‹note›" }
/// }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The value of `description`.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A string that must not be shown. It can be encoded and compared, but its descriptions are redacted.
public struct Secret<Purpose>: Hashable, Sendable {
    /// The secret itself. Every use deserves review.
    public let reveal: String

    /// Wraps a secret.
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

extension Secret: Redacted {
    /// A placeholder.
    public var description: String { "‹secret›" }
}
