import OrbitModels
import PageParts
import Randonneuring
import TeamAshaApp

/// RidersListView: the leaderboard of a season, with a search and filters.
@MainActor enum LeaderboardPage {
    static func page(_ visit: ClubVisit) async -> ClubPage {
        let riders = visit.club.riders
        await select(riders, by: visit)
        riders.filter.search = visit.query["q"]
        riders.filter.badges = Set(visit.query.values("badge").map { RiderBadge(rawValue: $0) })
            .intersection(RiderBadge.known)
        let filter = riders.filter
        let seasons = PageBlocks.select(
            "Season", "season", riders.seasons.map { (value: "\($0)", title: "\($0)") }, chosen: "\(riders.season)")
        let badges = PageBlocks.boxes(
            "Badges", "badge",
            RiderBadge.known.map {
                (value: $0.rawValue, title: LocalizedStrings.english($0), isOn: filter.badges.contains($0))
            })
        let list = PageBlocks.list(
            riders.state, empty: riders.emptyText, unreadable: riders.unreadableCount, again: visit.target
        ) { [season = riders.season] rank in
            row(rank, of: season)
        }
        return ClubPage(
            "Season \(riders.season)", tab: .leaderboard,
            """
            \(PageBlocks.search("/leaderboard", filter.search, seasons + badges))
            <div class="actions">\(PageBlocks.button("Refresh", "/refresh", from: visit.target))</div>
            \(list)
            """)
    }

    /// Loads the leaderboard of the season of a page. A season that the club does not offer, or none, keeps the selected
    /// season.
    static func select(_ riders: RidersViewModel, by visit: ClubVisit) async {
        if let season = visit.query.integer("season"), riders.seasons.contains(season) {
            await riders.select(season)
        } else {
            await riders.appear()
        }
    }

    private nonisolated static func row(_ rank: RankedStanding, of season: Int) -> Markup {
        let standing = rank.standing
        let brevets = standing.brevets == 1 ? "1 brevet" : "\(standing.brevets) brevets"
        return """
            <p><strong>\(rank.rank).</strong> \
            <a href=\(path(of: standing.rider, in: season))>\(name: standing.rider.name)</a></p>
            <p>\(standing.kilometres) km · \(brevets) · longest \(BadgeArt.distance(standing.longest))</p>
            \(BadgeArt.badges(standing.rider.badges))
            """
    }

    /// The page of a rider. It has the season, because two tabs can show two seasons.
    private nonisolated static func path(of rider: Rider, in season: Int) -> String {
        PagePath.to(["riders", rider.id.rawValue], query: [("season", "\(season)")])
    }
}
