/// A person's reputation, as visible to other people.
///
/// The server computes all values. They are rounded and change in steps, so that they reveal no single rating and no
/// single meetup.
public struct ReputationStats: Codable, Hashable, Sendable {
    /// The mean rating, shrunk towards the mean of the campus: 1 to 5 stars in steps of a half. It is `nil` until
    /// enough people have rated.
    public var averageRating: Double?
    /// The lower end of the range that contains the average with a probability of 90 %: 1 to 5 stars in steps of a
    /// half.
    public var ratingLow: Double?
    /// The upper end of the range that contains the average with a probability of 90 %: 1 to 5 stars in steps of a
    /// half.
    public var ratingHigh: Double?
    /// A lower bound of the number of raters: 0, 5, 10, 25, 50 or 100.
    public var ratersAtLeast: Int
    /// The remarks that several people have made, the most frequent first; at most three.
    public var tags: [RatingTag]
    /// The reliability of the person's commitments; `nil` until enough is known.
    public var reliability: Reliability?
    /// A lower bound of the number of other people's meetups that the person attended: 0, 5, 10, 25, 50 or 100.
    public var attendedAtLeast: Int
    /// A lower bound of the number of meetups that the person hosted with attendees, in the same steps.
    public var hostedAtLeast: Int
    /// Whether the campus has certified the person as a host.
    public var isCertified: Bool

    /// Creates a reputation. The default values are those of a new person.
    public init(
        averageRating: Double? = nil, ratingLow: Double? = nil, ratingHigh: Double? = nil, ratersAtLeast: Int = 0,
        tags: [RatingTag] = [], reliability: Reliability? = nil, attendedAtLeast: Int = 0, hostedAtLeast: Int = 0,
        isCertified: Bool = false
    ) {
        (self.averageRating, self.ratingLow, self.ratingHigh) = (averageRating, ratingLow, ratingHigh)
        (self.ratersAtLeast, self.tags, self.reliability) = (ratersAtLeast, tags, reliability)
        (self.attendedAtLeast, self.hostedAtLeast, self.isCertified) = (attendedAtLeast, hostedAtLeast, isCertified)
    }

    /// Whether too few ratings exist to show any. Screens then show "new here".
    public var isNew: Bool { averageRating == nil }

    /// Returns the greatest of 0, 5, 10, 25, 50 and 100 that is not above `number`.
    public static func atLeast(_ number: Int) -> Int { [100, 50, 25, 10, 5].first { $0 <= number } ?? 0 }

    private enum CodingKeys: String, CodingKey {
        case tags, reliability
        case averageRating = "average_rating"
        case ratingLow = "rating_low"
        case ratingHigh = "rating_high"
        case ratersAtLeast = "total_ratings"
        case attendedAtLeast = "events_attended"
        case hostedAtLeast = "events_hosted"
        case isCertified = "is_certified"
    }

    /// Also decodes the form of older servers, in which the average without ratings was 0. A trust level in the data is
    /// ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let average = try container.decodeIfPresent(Double.self, forKey: .averageRating)
        averageRating = average.flatMap { (1...5).contains($0) ? $0 : nil }
        ratingLow = try container.decodeIfPresent(Double.self, forKey: .ratingLow)
        ratingHigh = try container.decodeIfPresent(Double.self, forKey: .ratingHigh)
        ratersAtLeast = max(0, try container.decodeIfPresent(Int.self, forKey: .ratersAtLeast) ?? 0)
        tags = try container.decodeIfPresent([RatingTag].self, forKey: .tags) ?? []
        reliability = try container.decodeIfPresent(Reliability.self, forKey: .reliability)
        attendedAtLeast = max(0, try container.decodeIfPresent(Int.self, forKey: .attendedAtLeast) ?? 0)
        hostedAtLeast = max(0, try container.decodeIfPresent(Int.self, forKey: .hostedAtLeast) ?? 0)
        isCertified = try container.decodeIfPresent(Bool.self, forKey: .isCertified) ?? false
    }
}

extension ReputationStats: JSONKeyed {
    /// The member `reputation`.
    public static var jsonKey: String { "reputation" }
}

/// The reliability of a person's commitments, as a word instead of a number.
public struct Reliability: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Attends at least nine times in ten.
    public static let high = Self(rawValue: "high")
    /// Attends at least seven times in ten.
    public static let medium = Self(rawValue: "medium")
    /// Attends less often.
    public static let low = Self(rawValue: "low")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.high, .medium, .low]
}

/// The numbers of a person's kept and broken commitments. They are facts, independent of other people's ratings.
public struct AttendanceCounts: Codable, Hashable, Sendable {
    /// The number of other people's meetups that the person attended, including late arrivals.
    public var kept = 0
    /// The number of attended meetups at which the person arrived late.
    public var late = 0
    /// The number of cancellations so late that the place could hardly be filled, as a guest or as the host.
    public var cancelledLate = 0
    /// The number of meetups that took place without the person, who had promised to attend.
    public var noShow = 0
    /// The number of meetups that the person hosted with at least one guest.
    public var hosted = 0

    /// Creates the counts.
    public init(kept: Int = 0, late: Int = 0, cancelledLate: Int = 0, noShow: Int = 0, hosted: Int = 0) {
        (self.kept, self.late, self.cancelledLate) = (kept, late, cancelledLate)
        (self.noShow, self.hosted) = (noShow, hosted)
    }

    /// The number of broken commitments.
    public var broken: Int { cancelledLate + noShow }

    /// The number of all commitments that were kept or broken.
    public var total: Int { kept + hosted + broken }

    private enum CodingKeys: String, CodingKey {
        case kept, late, hosted
        case cancelledLate = "cancelled_late"
        case noShow = "no_show"
    }
}

/// A person's level of reliability and experience. Ratings do not affect it, so it never measures popularity.
public struct TrustLevel: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Has attended too few meetups for a level.
    public static let newcomer = Self(rawValue: "newcomer")
    /// Has attended meetups.
    public static let participant = Self(rawValue: "participant")
    /// Attends reliably, and has met many people at meetups.
    public static let trusted = Self(rawValue: "trusted")
    /// The highest level. It also requires that the person has hosted meetups.
    public static let pillar = Self(rawValue: "pillar")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.newcomer, .participant, .trusted, .pillar]
}
