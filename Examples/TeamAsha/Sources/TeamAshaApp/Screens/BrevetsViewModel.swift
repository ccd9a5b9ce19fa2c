import Foundation
import Observation
import OrbitModels
import Presentation
import Randonneuring

/// The screen BrevetsListView: the upcoming brevets of the club.
@MainActor @Observable public final class BrevetsViewModel {
    /// The search and the filters.
    public var filter = BrevetFilter()

    private let brevets: FreshResource<Page<Brevet>>
    private let context: ClubContext

    init(_ context: ClubContext) {
        self.context = context
        brevets = FreshResource("team_asha.brevets", ClubService.upcomingBrevets, in: context, isStored: true)
    }

    /// The shown brevets, the earliest first. A brevet disappears at its start.
    public var state: LoadState<[Brevet]> {
        let now = context.log.clock.now(changingAt: known.map(\.startsAt))
        return brevets.resource.state.list { filter.shown($0.list.elements, at: now) }
    }

    /// The number of brevets that this version could not read.
    public var unreadableCount: Int { brevets.resource.state.value?.list.quarantined.count ?? 0 }

    /// The time of a list from an earlier launch; `nil` if the list is current.
    public var storedDate: Date? { brevets.resource.storedDate }

    /// The sentence for an empty list.
    public var emptyText: String {
        filter == BrevetFilter() || known.isEmpty
            ? "No brevets are planned. Pull to refresh." : "No brevet matches. Change the search or the filters."
    }

    /// Loads the list unless it is fresh.
    public func appear() async { await brevets.appear() }

    /// Asks the server for a changed list.
    public func refresh() async { await brevets.refresh() }

    /// Returns the screen of a brevet, which shows the brevet of the list at once.
    public func detail(of brevet: Brevet) -> BrevetDetailViewModel { BrevetDetailViewModel(brevet, in: context) }

    private var known: [Brevet] { brevets.resource.state.value?.list.elements ?? [] }
}
