import Auth
import Chat
import Connections
import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance

/// The models of a signed-in person in one process, all of which follow one log.
@MainActor final class UserModels {
    let owner: UserID
    /// The number of the models, unique in a simulation.
    let number: Int
    let log: EventLog
    let witness: LogWitness
    let pokes: PokesViewModel
    let matches: MatchesViewModel
    let blocks: BlocksViewModel
    /// The conversations; `nil` in a simulation without chat.
    let chat: ChatModels?
    /// Whether the person has signed out, or the session has ended.
    private(set) var hasEnded = false

    /// The gate of the session; `nil` if this run has the fault that it stays open.
    private let gate: SessionGuard?
    private let events: [any EventTransport]
    private var following: Task<Void, Never>?

    /// The kinds of events that the lists fold.
    private static let catalogue = EventCatalogue(joining: [.connections, .chat])

    /// - Parameters:
    ///   - owner: The signed-in person.
    ///   - number: The number of the models.
    ///   - setup: The process, and the properties of its network.
    ///   - session: The source of access tokens.
    init(of owner: UserID, number: Int, in setup: AppSetup, session: CurrentSession, budget: RetryBudget) {
        self.owner = owner
        self.number = number
        let log = EventLog(time: setup.clock, random: setup.random)
        self.log = log
        let gate = SessionGuard()
        self.gate = setup.bug == .gateStaysOpen ? nil : gate
        let sender = Sender(device: setup.device, process: setup.life, account: owner, models: number)
        let client = APIClient(
            server: setup.server, transport: DeviceTransport(network: setup.network, sender: sender),
            middleware: [gate, AuthMiddleware(session: session), gate], budget: budget, events: Self.catalogue,
            receipts: { [weak log, findings = setup.findings] receipt in
                await Self.receive(receipt, on: log, findings)
            },
            time: setup.clock, random: setup.random)
        pokes = PokesViewModel(service: PokeService(client: client), log: log, pageSize: setup.pageSize)
        matches = MatchesViewModel(service: MatchService(client: client), log: log, pageSize: setup.pageSize)
        blocks = BlocksViewModel(service: BlockService(client: client), log: log, pageSize: setup.pageSize)
        chat = setup.hasChat ? ChatModels(of: owner, client: client, log: log, in: setup) : nil
        let polled = PolledEvents(client: client, time: setup.clock, random: setup.random)
        events = setup.hasStreams ? [ServerSentEvents(client: client, time: setup.clock), polled] : [polled]
        witness = LogWitness(device: setup.device, findings: setup.findings)
        log.attach(witness)
    }

    private static func receive(_ receipt: LogReceipt, on log: EventLog?, _ findings: Findings) {
        if let position = log?.position, position.epoch == receipt.at.epoch, position.seq >= receipt.at.seq,
            !receipt.events.isEmpty
        {
            findings.reach(.ownEventFirst)
        }
        log?.receive(receipt)
    }

    /// Follows the log until ``end()``.
    func follow() {
        guard following == nil, !hasEnded else { return }
        following = Task { [log, events] in await log.follow(events) }
        chat?.begin()
    }

    /// Ends all requests and the log.
    func end() {
        hasEnded = true
        gate?.end()
        following?.cancel()
        chat?.end()
    }

    /// The people in the lists of pokes, matches and conversations, and on the screen.
    var shownPeople: Set<UserID> {
        var people = Set((pokes.incoming.items.value ?? []).map(\.person.id))
        people.formUnion((pokes.outgoing.items.value ?? []).map(\.person.id))
        people.formUnion((matches.matches.items.value ?? []).map(\.partnerID))
        guard let chat else { return people }
        for conversation in chat.conversations.conversations.items.value ?? [] {
            people.formUnion(conversation.participants.map(\.userID))
        }
        if let rows = chat.screen?.messages.value { people.formUnion(rows.suffix(20).compactMap(\.senderID)) }
        people.remove(owner)
        return people
    }

    /// Whether a list or the screen shows a failed load.
    var hasFailedLoad: Bool {
        pokes.incoming.items.failure != nil || pokes.outgoing.items.failure != nil
            || matches.matches.items.failure != nil || blocks.blocked.items.failure != nil
            || chat?.hasFailedLoad ?? false
    }

    /// Whether a list has a request in flight.
    var isLoading: Bool {
        pokes.incoming.items.isLoading || pokes.outgoing.items.isLoading || matches.matches.items.isLoading
            || blocks.blocked.items.isLoading || chat?.isLoading ?? false
    }
}
