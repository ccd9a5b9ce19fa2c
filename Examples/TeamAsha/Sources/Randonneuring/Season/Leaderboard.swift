/// The result of a rider in a brevet of a season.
public struct SeasonResult: Hashable, Sendable {
    /// The identifier of the rider.
    public let rider: String
    /// The finished brevet.
    public let brevet: FinishedBrevet

    /// Creates a result.
    public init(rider: String, brevet: FinishedBrevet) {
        self.rider = rider
        self.brevet = brevet
    }
}

/// The sums of a rider in a season.
public struct RiderSeason: Hashable, Sendable {
    /// The identifier of the rider.
    public let rider: String
    /// The sum of the nominal distances, in kilometres.
    public var kilometres: Int
    /// The number of finished brevets.
    public var brevets: Int
    /// The longest nominal distance, in kilometres.
    public var longest: Int

    /// Creates the sums of a rider.
    public init(rider: String, kilometres: Int, brevets: Int, longest: Int) {
        self.rider = rider
        self.kilometres = kilometres
        self.brevets = brevets
        self.longest = longest
    }

    mutating func add(_ brevet: FinishedBrevet) {
        kilometres += brevet.kilometres
        brevets += 1
        longest = max(longest, brevet.kilometres)
    }
}

/// The riders of a season in the order of their nominal kilometres.
///
/// Riders with equal kilometres are ordered by their longest brevet, then by identifier. Riders with equal kilometres and
/// equal longest brevets share a rank, and the next rank is skipped: 1, 2, 2, 4.
///
/// Only homologated results count. Activities of a service such as Strava are not part of a leaderboard, because its
/// agreement reserves them for their owner.
public struct Leaderboard: Hashable, Sendable {
    /// A row.
    public struct Row: Hashable, Sendable {
        /// The rank from 1.
        public let rank: Int
        /// The sums of the rider.
        public let season: RiderSeason
    }

    /// The rows in order.
    public let rows: [Row]

    /// Creates the leaderboard of sums. O(n log n).
    ///
    /// - Parameter seasons: The sums of riders. If a rider occurs more than once, all rows are kept.
    public init(_ seasons: [RiderSeason]) {
        let sorted = seasons.sorted(by: Self.precedes)
        var rows: [Row] = []
        rows.reserveCapacity(sorted.count)
        for (index, season) in sorted.enumerated() {
            let isTie = rows.last.map { Self.isTied($0.season, season) } ?? false
            rows.append(Row(rank: isTie ? rows[index - 1].rank : index + 1, season: season))
        }
        self.rows = rows
    }

    /// Creates the leaderboard of a year from results of any years. O(results + riders × log riders).
    public init(_ results: some Sequence<SeasonResult>, year: Int) {
        var seasons: [String: RiderSeason] = [:]
        for result in results where result.brevet.month.year == year {
            seasons[
                result.rider, default: RiderSeason(rider: result.rider, kilometres: 0, brevets: 0, longest: 0)
            ].add(result.brevet)
        }
        self.init(Array(seasons.values))
    }

    private static func precedes(_ left: RiderSeason, _ right: RiderSeason) -> Bool {
        if left.kilometres != right.kilometres { return left.kilometres > right.kilometres }
        if left.longest != right.longest { return left.longest > right.longest }
        return left.rider < right.rider
    }

    private static func isTied(_ left: RiderSeason, _ right: RiderSeason) -> Bool {
        left.kilometres == right.kilometres && left.longest == right.longest
    }
}
