/// What a meetup is for.
public struct EventType: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let study = Self(rawValue: "study")
    public static let party = Self(rawValue: "party")
    public static let business = Self(rawValue: "business")
    public static let cultural = Self(rawValue: "cultural")
    public static let academic = Self(rawValue: "academic")
    public static let networking = Self(rawValue: "networking")
    public static let social = Self(rawValue: "social")
    public static let languageExchange = Self(rawValue: "language_exchange")
    public static let other = Self(rawValue: "other")

    public static let known: [Self] = [
        .study, .party, .business, .cultural, .academic, .networking, .social, .languageExchange, .other,
    ]
}
