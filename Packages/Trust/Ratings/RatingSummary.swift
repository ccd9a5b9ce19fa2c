public import OrbitModels

/// The summary of the ratings that a person has received. Other people and the person see the same summary.
///
/// The rating of one person cannot be inferred from it; see ``Trust``.
public struct RatingSummary: Codable, Hashable, Sendable {
    /// The numbers; `nil` for a person who is new, until enough people of enough meetups have rated.
    public let shown: ShownRatings?

    /// Whether there are too few ratings for numbers: the person is "new here".
    public var isNew: Bool { shown == nil }

    /// The summary of a person with too few ratings.
    public static let new = RatingSummary(shown: nil)

    /// Creates a summary.
    public init(shown: ShownRatings?) {
        self.shown = shown
    }
}

/// The rounded numbers of a person's ratings.
public struct ShownRatings: Codable, Hashable, Sendable {
    /// The mean number of stars, 1 to 5 in halves. It is shifted towards the mean of the campus.
    public let mean: Double
    /// The lower end of the range that contains the mean with a probability of 90 %, in half stars.
    public let low: Double
    /// The upper end of the range, in half stars.
    public let high: Double
    /// The approximate number of people who have rated.
    public let people: CountBand
    /// The shares of one star, two, … five in tenths, with a sum of ten. They are shares of the weighted votes, and are
    /// shifted towards the shares of the campus. `nil` if too few people have rated.
    public let tenths: [Int]?
    /// The tags that several people of several meetups gave, the most frequent first. At most three.
    public let tags: [String]

    /// Creates a value from numbers that are computed already.
    public init(mean: Double, low: Double, high: Double, people: CountBand, tenths: [Int]? = nil, tags: [String] = []) {
        (self.mean, self.low, self.high) = (mean, low, high)
        (self.people, self.tenths, self.tags) = (people, tenths, tags)
    }
}

/// The approximate number of people who have rated a person.
public struct CountBand: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// 5 to 9.
    public static let fiveOrMore = Self(rawValue: "5_or_more")
    /// 10 to 24.
    public static let tenOrMore = Self(rawValue: "10_or_more")
    /// 25 to 49.
    public static let twentyFiveOrMore = Self(rawValue: "25_or_more")
    /// 50 to 99.
    public static let fiftyOrMore = Self(rawValue: "50_or_more")
    /// 100 and more.
    public static let hundredOrMore = Self(rawValue: "100_or_more")

    /// The values this version knows, the fewest first.
    public static let known: [Self] = [.fiveOrMore, .tenOrMore, .twentyFiveOrMore, .fiftyOrMore, .hundredOrMore]

    /// Creates the band of a number. A number below 5 has the lowest band.
    init(_ people: Int) {
        switch people {
        case ..<10: self = .fiveOrMore
        case ..<25: self = .tenOrMore
        case ..<50: self = .twentyFiveOrMore
        case ..<100: self = .fiftyOrMore
        default: self = .hundredOrMore
        }
    }
}
