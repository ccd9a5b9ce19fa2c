/// A person's reputation as others may see it. The server derives all of it; nothing in it can be taken apart into one
/// rating or one meetup: numbers are rounded and move on by several at once.
public struct ReputationStats: Codable, Hashable, Sendable {
    /// What those who met the person think, drawn towards the mean of the campus: stars from 1 to 5, in halves. Absent
    /// until enough people have rated.
    public var averageRating: Double?
    /// Where the average lies with a probability of nine in ten, in half stars: from here…
    public var ratingLow: Double?
    /// …to here.
    public var ratingHigh: Double?
    /// At least so many people have rated: 0, 5, 10, 25, 50 or 100.
    public var totalRatings: Int
    /// What several people have said, the most frequent first; at most three.
    public var tags: [RatingTag]
    /// How the person keeps what they agree to. Absent until there is enough to tell.
    public var reliability: Reliability?
    /// At least so many meetups of others that the person came to: 0, 5, 10, 25, 50 or 100.
    public var eventsAttended: Int
    /// At least so many meetups that the person hosted and others came to, alike.
    public var eventsHosted: Int
    /// Whether the campus has certified the person as a host.
    public var isCertified: Bool

    /// Creates a reputation; what is left out is that of a person who is new here.
    public init(
        averageRating: Double? = nil, ratingLow: Double? = nil, ratingHigh: Double? = nil, totalRatings: Int = 0,
        tags: [RatingTag] = [], reliability: Reliability? = nil, eventsAttended: Int = 0, eventsHosted: Int = 0,
        isCertified: Bool = false
    ) {
        (self.averageRating, self.ratingLow, self.ratingHigh) = (averageRating, ratingLow, ratingHigh)
        (self.totalRatings, self.tags, self.reliability) = (totalRatings, tags, reliability)
        (self.eventsAttended, self.eventsHosted, self.isCertified) = (eventsAttended, eventsHosted, isCertified)
    }

    /// Whether too little is known to say anything of ratings: "new here".
    public var isNew: Bool { averageRating == nil }

    /// The greatest of 0, 5, 10, 25, 50 and 100 that a number reaches.
    public static func atLeast(_ number: Int) -> Int { [100, 50, 25, 10, 5].first { $0 <= number } ?? 0 }

    private enum CodingKeys: String, CodingKey {
        case tags, reliability
        case averageRating = "average_rating"
        case ratingLow = "rating_low"
        case ratingHigh = "rating_high"
        case totalRatings = "total_ratings"
        case eventsAttended = "events_attended"
        case eventsHosted = "events_hosted"
        case isCertified = "is_certified"
    }

    /// Also reads an older server's: without ratings, its average was 0. A trust level is read from no one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let average = try container.decodeIfPresent(Double.self, forKey: .averageRating)
        averageRating = average.flatMap { (1...5).contains($0) ? $0 : nil }
        ratingLow = try container.decodeIfPresent(Double.self, forKey: .ratingLow)
        ratingHigh = try container.decodeIfPresent(Double.self, forKey: .ratingHigh)
        totalRatings = max(0, try container.decodeIfPresent(Int.self, forKey: .totalRatings) ?? 0)
        tags = try container.decodeIfPresent([RatingTag].self, forKey: .tags) ?? []
        reliability = try container.decodeIfPresent(Reliability.self, forKey: .reliability)
        eventsAttended = max(0, try container.decodeIfPresent(Int.self, forKey: .eventsAttended) ?? 0)
        eventsHosted = max(0, try container.decodeIfPresent(Int.self, forKey: .eventsHosted) ?? 0)
        isCertified = try container.decodeIfPresent(Bool.self, forKey: .isCertified) ?? false
    }
}

extension ReputationStats: WireNamed {
    /// The member `reputation`.
    public static var wireName: String { "reputation" }
}

/// How a person keeps what they agree to, in words rather than numbers.
public struct Reliability: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Comes nine times in ten, or more often.
    public static let high = Self(rawValue: "high")
    /// Comes seven times in ten, or more often.
    public static let medium = Self(rawValue: "medium")
    /// Comes less often.
    public static let low = Self(rawValue: "low")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.high, .medium, .low]
}
