/// How the people of a campus rate, which is what is assumed of a person until ratings say otherwise.
public struct CampusRatings: Codable, Hashable, Sendable {
    /// How many ratings of one star, two, … five there are.
    public private(set) var counts: [Int]

    /// Of a campus without ratings.
    public static let none = CampusRatings(counts: [])

    /// Creates the ratings of a campus. Negative numbers and those beyond the fifth are left out, huge ones are limited
    /// to 10¹².
    public init(counts: [Int]) {
        self.counts = (0..<5).map { $0 < counts.count ? min(max(counts[$0], 0), Self.mostOfAKind) : 0 }
    }

    /// Counts one more rating, or one less.
    public mutating func count(stars: Int, by difference: Int = 1) {
        guard (1...5).contains(stars) else { return }
        let (sum, overflow) = counts[stars - 1].addingReportingOverflow(difference)
        counts[stars - 1] = overflow ? counts[stars - 1] : min(max(sum, 0), Self.mostOfAKind)
    }

    /// The mean number of stars that is assumed of a person nothing is known of, 1 to 5.
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

    private static let mostOfAKind = 1_000_000_000_000

    /// What is assumed of a campus without ratings, of 100: a mean of 4.
    private static let assumed = [4, 4, 17, 38, 37]

    /// The shares of one star to five, in 65,536ths, together at most that many; a campus with few ratings is taken to be like any other.
    var shares: [Int] {
        let sums = zip(counts, Self.assumed).map { $0 + $1 }
        let all = sums.reduce(0, +)
        return sums.map { $0 * 65_536 / all }
    }
}
