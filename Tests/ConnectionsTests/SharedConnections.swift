import Connections
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import TimeAndChance

/// The view models of pokes, matches and blocks, which share only a log.
@MainActor struct SharedConnections {
    let log: EventLog
    let pokes: PokesViewModel
    let matches: MatchesViewModel
    let today: TodayMatchViewModel
    let blocks: BlocksViewModel

    /// - Parameter keepsLog: Whether receipts are read, as from a server that keeps a log.
    init(_ stub: StubTransport, clock: VirtualClock = VirtualClock(), keepsLog: Bool = false) throws {
        let log = EventLog(time: clock, random: .seeded(2))
        let receive: @Sendable (LogReceipt) async -> Void = { await log.receive($0) }
        let client = try APIClient.scripted(
            stub, events: .connections, receipts: keepsLog ? receive : nil, time: clock)
        self.log = log
        pokes = PokesViewModel(service: PokeService(client: client), log: log)
        matches = MatchesViewModel(service: MatchService(client: client), log: log)
        today = TodayMatchViewModel(service: MatchService(client: client), log: log)
        blocks = BlocksViewModel(service: BlockService(client: client), log: log)
    }
}
