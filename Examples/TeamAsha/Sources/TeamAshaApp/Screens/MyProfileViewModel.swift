import Foundation
import Networking
import Observation
import OrbitModels
import Presentation
import Randonneuring

/// The screen MyProfileView: the page of the signed-in rider, with a manual synchronization with Strava.
@MainActor @Observable public final class MyProfileViewModel {
    /// The content of the page.
    public let page: RiderPage
    /// The search and the filter of ``rides``.
    public var filter = ActivityFilter()
    /// The link to Strava after the last synchronization of this session; `nil` before it.
    private var syncedLink: StravaLink?

    private let service: ClubService
    private let actions: ActionRunner<String>

    init(_ context: ClubContext) {
        page = RiderPage(context.me, ClubService.me, in: context, storedAs: "team_asha.me")
        service = context.service
        actions = ActionRunner(log: context.log)
    }

    /// The activities that the filter shows, the latest first.
    public var rides: LoadState<[Activity]> { page.activities.list { filter.shown($0) } }

    /// The sentence for an empty list of ``rides``.
    public var emptyText: String {
        filter == ActivityFilter()
            ? "No activities to show." : "No activity matches. Change the search or the filters."
    }

    /// The link to Strava; `nil` if the account is not linked.
    public var strava: StravaLink? { syncedLink ?? page.state.value?.strava }

    /// Whether a synchronization is in flight.
    public var isSyncing: Bool { actions.inFlight.contains(Self.sync) }

    /// The failure of the last synchronization, until the next, or until the screen appears or is refreshed.
    public var syncFailure: Failure? { actions.failure }

    /// Returns the card with the Eddington number.
    public func card(in unit: DistanceUnit) -> EddingtonCard {
        EddingtonCard(page.ledger, in: unit, countsOnlyShared: false)
    }

    /// Loads the page unless it is fresh.
    public func appear() async {
        actions.clearFailure()
        await page.appear()
    }

    /// Asks the server for a changed page.
    public func refresh() async {
        actions.clearFailure()
        await page.refresh()
    }

    /// Asks the server to fetch the activities from Strava, and loads them. Sends nothing without a link or a scope.
    @discardableResult
    public func syncStrava() async -> ActionOutcome {
        guard let strava else {
            return actions.refuse(
                Failure(.refused(.forbidden), message: "Your account is not linked to Strava. Link it first."))
        }
        guard strava.canReadActivities else {
            return actions.refuse(
                Failure(
                    .refused(.forbidden),
                    message: "Strava does not let the club read your activities. Link it again and allow reading."))
        }
        let outcome = await actions.run(Self.sync) { key in
            syncedLink = try await service.syncStrava(key: key)
            return []
        }
        if outcome == .done { await page.reloadActivities() }
        return outcome
    }

    private nonisolated static let sync = "strava"
}
