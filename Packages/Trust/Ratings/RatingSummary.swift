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
