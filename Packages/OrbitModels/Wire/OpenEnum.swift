/// A set of named values that a newer server may extend.
///
/// An unknown value is kept and written back unchanged, so one new case never hides a whole list.
///
/// ```swift
/// switch meetup.eventType {
/// case .study: "Study"
/// default: meetup.eventType.rawValue
/// }
/// ```
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)

    /// The values this version knows, in the order in which to show them.
    static var known: [Self] { get }

    /// Older spellings of known values, such as display labels once used as identity.
    static var legacySpellings: [String: Self] { get }
}

extension OpenEnum {
    public static var legacySpellings: [String: Self] { [:] }

    /// Whether this version knows the value.
    public var isKnown: Bool { Self.known.contains(self) }

    public var description: String { rawValue }

    /// The value for a wire spelling, current or legacy.
    public init(wire text: String) {
        self = Self.legacySpellings[text] ?? Self(rawValue: text)
    }

    public init(from decoder: any Decoder) throws {
        self.init(wire: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
