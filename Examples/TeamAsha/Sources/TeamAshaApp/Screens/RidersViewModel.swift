import Foundation
import Observation
import OrbitModels
import Presentation
import Randonneuring
import TimeAndChance

/// The screen RidersListView: the leaderboard of one season. Each season is loaded when it is selected.
@MainActor @Observable public final class RidersViewModel {
    /// The search and the filters.
    public var filter = RiderFilter()
    /// The selected season.
    public private(set) var season: Int

    /// The seasons that the rider can select, the latest first.
    public let seasons: [Int]

    private let context: ClubContext
    @ObservationIgnored private var boards: [Int: FreshResource<Page<Standing>>] = [:]
    private var board: FreshResource<Page<Standing>>

    /// The number of seasons that the screen offers.
    private nonisolated static var seasonCount: Int { 5 }

    init(_ context: ClubContext) {
        self.context = context
        let year = CalendarDay(context.log.time.date, in: .gmt).year
        let board = Self.board(of: year, in: context, isStored: true)
        season = year
        seasons = (0..<Self.seasonCount).map { year - $0 }
        self.board = board
        boards = [year: board]
    }

    private static func board(
        of season: Int, in context: ClubContext, isStored: Bool
    ) -> FreshResource<Page<Standing>> {
        FreshResource(
            "team_asha.leaderboard.\(season)", ClubService.leaderboard(of: season), in: context, isStored: isStored)
    }

    /// The shown rows. A filter does not change ranks.
    public var state: LoadState<[RankedStanding]> {
        board.resource.state.list { filter.shown(RankedStanding.ranked($0.list.elements)) }
    }

    /// The number of riders that this version could not read.
    public var unreadableCount: Int { board.resource.state.value?.list.quarantined.count ?? 0 }

    /// The time of a leaderboard from an earlier launch; `nil` if it is current.
    public var storedDate: Date? { board.resource.storedDate }

    /// The sentence for an empty list.
    public var emptyText: String {
        filter == RiderFilter()
            ? "No results in \(season) yet. Choose another season, or pull to refresh."
            : "No rider matches. Change the search or the filters."
    }

    /// Shows a season, and loads it unless it is fresh. Does nothing for a season that is not in ``seasons``.
    public func select(_ season: Int) async {
        guard seasons.contains(season) else { return }
        let board = boards[season] ?? Self.board(of: season, in: context, isStored: false)
        boards[season] = board
        (self.season, self.board) = (season, board)
        await board.appear()
    }

    /// Loads the season unless it is fresh.
    public func appear() async { await board.appear() }

    /// Asks the server for changed results of the season.
    public func refresh() async { await board.refresh() }

    /// Returns the screen of a rider.
    public func detail(of rider: Rider) -> RiderDetailViewModel { RiderDetailViewModel(rider, in: context) }
}
