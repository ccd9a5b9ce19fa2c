/// How someone stands with the people they have met. The server derives all of it.
public struct ReputationStats: Codable, Hashable, Sendable {
    public let totalRatings: Int
    /// 0 when nobody has rated yet.
    public let averageRating: Double
    public let trustLevel: TrustLevel
    public let eventsHosted: Int
    public let eventsAttended: Int

    public init(
        totalRatings: Int, averageRating: Double, trustLevel: TrustLevel, eventsHosted: Int, eventsAttended: Int
    ) {
        self.totalRatings = totalRatings
        self.averageRating = averageRating
        self.trustLevel = trustLevel
        self.eventsHosted = eventsHosted
        self.eventsAttended = eventsAttended
    }

    private enum CodingKeys: String, CodingKey {
        case totalRatings = "total_ratings"
        case averageRating = "average_rating"
        case trustLevel = "trust_level"
        case eventsHosted = "events_hosted"
        case eventsAttended = "events_attended"
    }
}

/// How far someone has shown that they keep their word; never a measure of popularity.
public struct TrustLevel: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let newcomer = Self(rawValue: "newcomer")
    public static let participant = Self(rawValue: "participant")
    public static let trusted = Self(rawValue: "trusted")
    public static let pillar = Self(rawValue: "pillar")

    public static let known: [Self] = [.newcomer, .participant, .trusted, .pillar]
}
