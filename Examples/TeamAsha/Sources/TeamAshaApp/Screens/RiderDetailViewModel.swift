import Observation
import OrbitModels
import Randonneuring

/// The screen RiderDetailView: the page of a rider, with the activities that the viewer may see.
@MainActor @Observable public final class RiderDetailViewModel {
    /// The content of the page.
    public let page: RiderPage
    private let isOwn: Bool

    init(_ rider: Rider, in context: ClubContext) {
        isOwn = rider.id == context.me
        page = RiderPage(rider.id, ClubService.rider(rider.id), in: context)
        page.begin(with: rider)
    }

    /// Returns the card with the Eddington number.
    ///
    /// - Parameter unit: The unit that the viewer prefers.
    public func card(in unit: DistanceUnit) -> EddingtonCard {
        EddingtonCard(page.ledger, in: unit, countsOnlyShared: !isOwn)
    }

    /// Loads the page unless it is fresh.
    public func appear() async { await page.appear() }

    /// Asks the server for a changed page.
    public func refresh() async { await page.refresh() }
}
