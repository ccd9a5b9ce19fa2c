/// What a meetup is for.
public struct EventType: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Studying together.
    public static let study = Self(rawValue: "study")
    /// A party.
    public static let party = Self(rawValue: "party")
    /// A business event.
    public static let business = Self(rawValue: "business")
    /// A cultural event.
    public static let cultural = Self(rawValue: "cultural")
    /// A lecture, seminar or other academic event.
    public static let academic = Self(rawValue: "academic")
    /// Professional networking.
    public static let networking = Self(rawValue: "networking")
    /// A social gathering.
    public static let social = Self(rawValue: "social")
    /// Practising languages with each other.
    public static let languageExchange = Self(rawValue: "language_exchange")
    /// None of the other kinds.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .study, .party, .business, .cultural, .academic, .networking, .social, .languageExchange, .other,
    ]
}
