import OrbitModels
import Randonneuring

/// The sums of a rider in a season, as the server sends them. The leaderboard ranks them.
public struct Standing: JSONKeyed, Identifiable {
    /// `{ "standings": […] }`.
    public static let jsonKey = "standing"

    /// The rider.
    public var rider: Rider
    /// The sum of the nominal distances in kilometres.
    public var kilometres: Int
    /// The number of finished brevets.
    public var brevets: Int
    /// The longest nominal distance in kilometres.
    public var longest: Int

    /// Creates the sums of a rider.
    public init(rider: Rider, kilometres: Int, brevets: Int, longest: Int) {
        (self.rider, self.kilometres, self.brevets, self.longest) = (rider, kilometres, brevets, longest)
    }

    private enum CodingKeys: String, CodingKey {
        case rider, brevets
        case kilometres = "distance_km"
        case longest = "longest_km"
    }

    /// The identifier of the rider.
    public var id: RiderID { rider.id }

    var season: RiderSeason {
        RiderSeason(rider: rider.id.rawValue, kilometres: kilometres, brevets: brevets, longest: longest)
    }
}

/// A row of the leaderboard.
public struct RankedStanding: Hashable, Sendable, Identifiable {
    /// The rank from 1. Riders with equal sums share a rank.
    public let rank: Int
    /// The sums of the rider.
    public let standing: Standing

    /// The identifier of the rider.
    public var id: RiderID { standing.id }

    /// Returns the rows of a leaderboard. If a rider occurs more than once, the first occurrence counts.
    ///
    /// - Parameter standings: The sums in any order.
    public static func ranked(_ standings: [Standing]) -> [RankedStanding] {
        let byRider = Dictionary(standings.map { ($0.rider.id.rawValue, $0) }) { first, _ in first }
        return Leaderboard(byRider.values.map(\.season)).rows.compactMap { row in
            byRider[row.season.rider].map { RankedStanding(rank: row.rank, standing: $0) }
        }
    }
}
