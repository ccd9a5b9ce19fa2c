/// A set of named values that a newer server may extend.
///
/// An unknown value is kept and encoded unchanged, so that a new value never makes a whole list unreadable.
///
/// ```swift
/// switch meetup.eventType {
/// case .study: "Study"
/// default: meetup.eventType.rawValue
/// }
/// ```
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
    /// Creates the value with this spelling, known to this version or not.
    ///
    /// - Parameter rawValue: The spelling on the wire.
    init(rawValue: String)

    /// The values this version knows, in display order.
    static var known: [Self] { get }

    /// Older spellings of known values, such as display labels.
    static var legacySpellings: [String: Self] { get }
}

extension OpenEnum {
    /// An empty table.
    public static var legacySpellings: [String: Self] { [:] }

    /// Whether this version knows the value.
    public var isKnown: Bool { Self.known.contains(self) }

    /// The spelling on the wire.
    public var description: String { rawValue }

    /// Creates the value for a spelling on the wire, current or legacy.
    public init(wire text: String) {
        self = Self.legacySpellings[text] ?? Self(rawValue: text)
    }

    /// Decodes a spelling, current or legacy. An unknown spelling is kept.
    public init(from decoder: any Decoder) throws {
        self.init(wire: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the spelling unchanged.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
