public import Networking
public import OrbitModels
import Presentation
public import TimeAndChance

/// Pokes, matches, today's match and blocks of one person, each told at once what another has changed.
///
/// ```swift
/// let models = ConnectionModels(client: client) { match in celebrate(match) }
/// await models.pokes.accept(poke)      // the match stands in `models.matches`
/// try await models.block(partnerID)    // and is gone from everywhere
/// ```
@MainActor public final class ConnectionModels {
    public let pokes: PokesViewModel
    public let matches: MatchesViewModel
    public let today: TodayMatchViewModel
    public let blocks: BlocksViewModel

    private let blockService: BlockService

    /// - Parameter didMatch: told of every new match.
    public init(
        client: APIClient, time: any TimeSource = SystemClock(), random: RandomSource = .system, pageSize: Int = 20,
        didMatch: @escaping @MainActor (Match) -> Void = { _ in }
    ) {
        let matchService = MatchService(client: client, random: random)
        pokes = PokesViewModel(
            service: PokeService(client: client, random: random), time: time, pageSize: pageSize)
        matches = MatchesViewModel(service: matchService, pageSize: pageSize)
        today = TodayMatchViewModel(service: matchService, time: time)
        blockService = BlockService(client: client, random: random)
        blocks = BlocksViewModel(service: blockService, pageSize: pageSize)

        // The models know one another by these alone, and weakly, as they point both ways.
        pokes.didMatch = { [weak matches] match in
            matches?.add(match)
            didMatch(match)
        }
        matches.didEnd = { [weak today, weak pokes] match in
            today?.forget(match.partnerID)
            pokes?.forgetMatch(with: match.partnerID)
        }
        today.didEnd = { [weak matches, weak pokes] match in
            matches?.forget(match.partnerID)
            pokes?.forgetMatch(with: match.partnerID)
        }
    }

    /// Blocks someone. They vanish at once, and come back if the server could not be told.
    public func block(_ person: UserID) async throws {
        hide(person)
        defer { unhide(person) }
        try await blockService.block(person)
        pokes.forget(person)
        matches.forget(person)
        today.forget(person)
    }

    private func hide(_ person: UserID) {
        pokes.hide(person)
        matches.matches.hide(person)
        today.hide(person)
    }

    private func unhide(_ person: UserID) {
        pokes.unhide(person)
        matches.matches.unhide(person)
        today.unhide(person)
    }
}
