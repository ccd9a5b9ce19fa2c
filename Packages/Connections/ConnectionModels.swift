public import Networking
public import OrbitModels
import Presentation
public import TimeAndChance

/// Pokes, matches, today's match and blocks of one person, each told at once what another has changed.
///
/// ```swift
/// let models = ConnectionModels(client: client)
/// await models.pokes.accept(poke)      // the match stands in `models.matches`
/// try await models.block(partnerID)    // and is gone from everywhere
/// ```
@MainActor public final class ConnectionModels {
    public let pokes: PokesViewModel
    public let matches: MatchesViewModel
    public let today: TodayMatchViewModel
    public let blocks: BlocksViewModel

    private let blockService: BlockService
    private let time: any TimeSource

    /// - Parameters:
    ///   - didLearn: told of every match as soon as it is known, whether it is new or not.
    ///   - didUnblock: told of every block that was lifted.
    public init(
        client: APIClient, time: any TimeSource = SystemClock(), random: RandomSource = .system, pageSize: Int = 20,
        didLearn: @escaping @MainActor (Match) -> Void = { _ in },
        didUnblock: @escaping @MainActor () async -> Void = {}
    ) {
        let matchService = MatchService(client: client, random: random)
        pokes = PokesViewModel(
            service: PokeService(client: client, random: random), time: time, pageSize: pageSize)
        matches = MatchesViewModel(service: matchService, pageSize: pageSize)
        today = TodayMatchViewModel(service: matchService, time: time)
        blockService = BlockService(client: client, random: random)
        blocks = BlocksViewModel(service: blockService, pageSize: pageSize)
        self.time = time

        blocks.didUnblock = didUnblock
        // The models know one another by these alone, and weakly, as they point both ways.
        pokes.didMatch = { [weak matches] match in
            matches?.add(match)
            didLearn(match)
        }
        matches.matches.didShow = { [weak pokes] all in
            for match in all {
                pokes?.noteMatched(match.partnerID)
                didLearn(match)
            }
        }
        today.didLearn = { [weak matches, weak pokes] all in
            for match in all {
                matches?.add(match)
                pokes?.noteMatched(match.partnerID)
                didLearn(match)
            }
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
    ///
    /// - Parameter name: what ``blocks`` calls them until it is loaded again.
    public func block(_ person: UserID, name: String? = nil) async throws {
        hide(person)
        defer { unhide(person) }
        try await blockService.block(person)
        pokes.forget(person)
        matches.forget(person)
        today.forget(person)
        blocks.add(BlockedPerson(userID: person, name: name, blockedAt: time.date))
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
