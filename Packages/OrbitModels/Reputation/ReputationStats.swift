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

/// How often a person has kept what they had agreed to. Facts, apart from what anyone thinks of the person.
public struct AttendanceCounts: Codable, Hashable, Sendable {
    /// Meetups of others that the person came to, late ones included.
    public var kept = 0
    /// Those of them that the person came late to.
    public var late = 0
    /// Cancelled so late that the place could hardly be filled, as a guest or as the host.
    public var cancelledLate = 0
    /// Meetups that took place without the person, who had said that they come.
    public var noShow = 0
    /// Meetups that the person has hosted and a guest has come to.
    public var hosted = 0

    /// Counts nothing yet.
    public init(kept: Int = 0, late: Int = 0, cancelledLate: Int = 0, noShow: Int = 0, hosted: Int = 0) {
        (self.kept, self.late, self.cancelledLate) = (kept, late, cancelledLate)
        (self.noShow, self.hosted) = (noShow, hosted)
    }

    /// What was agreed to and not kept.
    public var broken: Int { cancelledLate + noShow }

    /// All meetups that have come to something.
    public var total: Int { kept + hosted + broken }

    private enum CodingKeys: String, CodingKey {
        case kept, late, hosted
        case cancelledLate = "cancelled_late"
        case noShow = "no_show"
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
