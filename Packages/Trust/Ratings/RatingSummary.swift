public import OrbitModels

/// What may be shown of the ratings that a person has received: to others and to the person alike.
///
/// Nothing in it can be taken apart into the rating of one person; see ``Trust``.
public struct RatingSummary: Codable, Hashable, Sendable {
    /// The numbers; `nil` for a person who is new here, which is until enough people of enough meetups have rated.
    public let shown: ShownRatings?

    /// Whether too little is known to show anything: "new here".
    public var isNew: Bool { shown == nil }

    /// The summary of a person when too little is known.
    public static let new = RatingSummary(shown: nil)

    /// Creates a summary.
    public init(shown: ShownRatings?) {
        self.shown = shown
    }
}

/// The rounded numbers of a person's ratings.
public struct ShownRatings: Codable, Hashable, Sendable {
    /// The mean number of stars, 1 to 5 in halves, drawn towards the mean of the campus.
    public let mean: Double
    /// Where the mean lies with a probability of nine in ten, in half stars: from here…
    public let low: Double
    /// …to here.
    public let high: Double
    /// About how many people have rated.
    public let people: CountBand
    /// How many in ten gave one star, two, … five; together ten. `nil` if too few people have rated.
    public let tenths: [Int]?
    /// The tags that several people of several meetups gave, the most frequent first; at most three.
    public let tags: [String]

    /// Creates the numbers as they are.
    public init(mean: Double, low: Double, high: Double, people: CountBand, tenths: [Int]? = nil, tags: [String] = []) {
        (self.mean, self.low, self.high) = (mean, low, high)
        (self.people, self.tenths, self.tags) = (people, tenths, tags)
    }
}

/// About how many people have rated a person.
public struct CountBand: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
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

    /// The band of a number; below 5 it is the lowest.
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
