/// A person's reputation among people they have met. The server derives all of it.
public struct ReputationStats: Codable, Hashable, Sendable {
    /// The number of ratings received.
    public let totalRatings: Int
    /// The mean of the stars, 1 to 5; 0 without ratings.
    public let averageRating: Double
    /// The derived trust level.
    public let trustLevel: TrustLevel
    /// The number of meetups hosted.
    public let eventsHosted: Int
    /// The number of meetups attended.
    public let eventsAttended: Int

    /// Creates a reputation stats.
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

/// How reliably a person has kept appointments; never a measure of popularity.
public struct TrustLevel: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Has not attended enough to tell.
    public static let newcomer = Self(rawValue: "newcomer")
    /// Has attended meetups.
    public static let participant = Self(rawValue: "participant")
    /// Attends reliably and is rated well.
    public static let trusted = Self(rawValue: "trusted")
    /// The highest level.
    public static let pillar = Self(rawValue: "pillar")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.newcomer, .participant, .trusted, .pillar]
}
