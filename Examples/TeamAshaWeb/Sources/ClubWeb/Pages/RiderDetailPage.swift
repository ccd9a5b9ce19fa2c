import OrbitModels
import PageParts
import Presentation
import TeamAshaApp

/// RiderDetailView: the page of a rider of a season.
@MainActor enum RiderDetailPage {
    private static let maxRides = 30

    /// Returns the page of a rider; `nil` if the leaderboard of the season does not have the rider.
    static func page(_ id: String, _ visit: ClubVisit) async -> ClubPage? {
        let riders = visit.club.riders
        await LeaderboardPage.select(riders, by: visit)
        riders.filter = RiderFilter()
        guard let rider = riders.state.value?.first(where: { $0.id.rawValue == id })?.standing.rider else {
            guard let failure = riders.state.failure else { return nil }
            return ClubPage("Rider", tab: .leaderboard, PageBlocks.failure(failure, again: visit.target))
        }
        let model = riders.detail(of: rider)
        await model.appear()
        let unit = visit.club.settings.unit
        let rides = PageBlocks.list(
            model.page.activities.first(maxRides), empty: "No activities to show.", again: visit.target
        ) { ride in
            RiderBlocks.activity(ride, in: unit)
        }
        return ClubPage(
            rider.name, tab: .leaderboard,
            """
            <div class="columns">
            <div>
            \(BadgeArt.eddington(model.card(in: unit)))
            \(RiderBlocks.summary(model.page, again: visit.target))
            </div>
            <div>
            <h2>Activities</h2>
            \(rides)
            </div>
            </div>
            """)
    }
}
