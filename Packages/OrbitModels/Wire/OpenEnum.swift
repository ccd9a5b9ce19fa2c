/// A set of named values that a newer server may extend.
///
/// An unknown value is kept and encoded unchanged, so that a new case never hides a whole list.
///
/// ```swift
/// switch meetup.eventType {
/// case .study: "Study"
/// default: meetup.eventType.rawValue
/// }
/// ```
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
    /// The value with this spelling, known or not.
    init(rawValue: String)

    /// The values this version knows, in display order.
    static var known: [Self] { get }

    /// Older spellings of known values, such as display labels.
    static var legacySpellings: [String: Self] { get }
}

extension OpenEnum {
    /// None.
    public static var legacySpellings: [String: Self] { [:] }

    /// Whether this version knows the value.
    public var isKnown: Bool { Self.known.contains(self) }

    /// The spelling on the wire.
    public var description: String { rawValue }

    /// The value for a spelling on the wire, current or legacy.
    public init(wire text: String) {
        self = Self.legacySpellings[text] ?? Self(rawValue: text)
    }

    /// Reads a spelling, current or legacy; a spelling that is not known is kept.
    public init(from decoder: any Decoder) throws {
        self.init(wire: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the spelling as it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
