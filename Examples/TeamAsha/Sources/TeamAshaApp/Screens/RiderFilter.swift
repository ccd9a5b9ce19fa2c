/// The search and the filters of the leaderboard.
public struct RiderFilter: Hashable, Sendable {
    /// The typed search: words of the name or the number at RUSA.
    public var search = ""
    /// Badges that a shown rider has, each of them.
    public var badges: Set<RiderBadge> = []

    /// Creates a filter that shows all riders.
    public init() {}

    /// Returns the rows that the filter shows. They keep their ranks in the whole season.
    public func shown(_ rows: [RankedStanding]) -> [RankedStanding] {
        let search = TextSearch(search)
        return rows.filter { row in
            badges.isSubset(of: row.standing.rider.badges)
                && search.matches([row.standing.rider.name, row.standing.rider.rusaNumber ?? ""])
        }
    }
}
