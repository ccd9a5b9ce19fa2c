import PageParts
import Presentation
import TeamAshaApp

/// The first page of a rider: the cards of the design, the next brevets and the latest rides.
@MainActor enum DashboardPage {
    private static let nextBrevets = 3
    private static let latestRides = 5

    static func page(_ visit: ClubVisit) async -> ClubPage {
        let club = visit.club
        await club.profile.appear()
        await club.brevets.appear()
        // Another tab may have set filters.
        club.profile.filter = ActivityFilter()
        club.brevets.filter = BrevetFilter()
        let rider = club.profile.page.state.value?.rider.name ?? "Team Asha"
        let unit = club.settings.unit
        let brevets = club.brevets.state.first(nextBrevets)
        let rides = club.profile.rides.first(latestRides)
        let brevetList = PageBlocks.list(
            brevets, empty: club.brevets.emptyText, again: visit.target
        ) { brevet in
            BrevetListPage.row(brevet)
        }
        let rideList = PageBlocks.list(rides, empty: club.profile.emptyText, again: visit.target) { ride in
            RiderBlocks.activity(ride, in: unit)
        }
        return ClubPage(
            rider, tab: .dashboard,
            """
            <div class="columns">
            <div>
            \(BadgeArt.eddington(club.profile.card(in: unit)))
            \(RiderBlocks.summary(club.profile.page, again: visit.target))
            </div>
            <div>
            <h2>Next brevets</h2>
            \(brevetList)
            <h2>Latest rides</h2>
            \(rideList)
            </div>
            </div>
            \(PageBlocks.button("Refresh", "/refresh", from: visit.target))
            """)
    }
}
