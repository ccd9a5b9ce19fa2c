/// The distribution of all ratings on a campus. It is the prior for a person without ratings.
public struct CampusRatings: Codable, Hashable, Sendable {
    /// The numbers of ratings with one star, two, … five.
    public private(set) var counts: [Int]

    /// A campus without ratings.
    public static let none = CampusRatings(counts: [])

    /// Creates the ratings of a campus from the numbers of ratings with one star, two, … five. Negative numbers and
    /// further elements are ignored. Numbers are limited to 10¹².
    public init(counts: [Int]) {
        self.counts = (0..<5).map { $0 < counts.count ? min(max(counts[$0], 0), Self.maxPerKind) : 0 }
    }

    /// Adds ratings with a number of stars, or removes them if `difference` is negative. Ignores stars outside of 1 to
    /// 5.
    public mutating func count(stars: Int, by difference: Int = 1) {
        guard (1...5).contains(stars) else { return }
        let (sum, overflow) = counts[stars - 1].addingReportingOverflow(difference)
        counts[stars - 1] = overflow ? counts[stars - 1] : min(max(sum, 0), Self.maxPerKind)
    }

    /// The expected mean number of stars of a person without ratings, 1 to 5.
    public var mean: Double {
        let shares = self.shares
        return zip(1...5, shares).reduce(0) { $0 + Double($1.0 * $1.1) } / Double(max(1, shares.reduce(0, +)))
    }

    public init(from decoder: any Decoder) throws {
        self.init(counts: try decoder.singleValueContainer().decode([Int].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(counts)
    }

    private static let maxPerKind = 1_000_000_000_000

    /// The ratings that are added to those of each campus: 100 ratings with a mean of 4.
    private static let assumed = [4, 4, 17, 38, 37]

    /// The shares of one star to five, in 65,536ths. Their sum is at most 65,536. A campus with few ratings gets mostly
    /// the shares of ``assumed``.
    var shares: [Int] {
        let sums = zip(counts, Self.assumed).map { $0 + $1 }
        let all = sums.reduce(0, +)
        return sums.map { $0 * 65_536 / all }
    }
}
