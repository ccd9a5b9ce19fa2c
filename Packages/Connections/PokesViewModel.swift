import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance

/// The pokes that wait for an answer, and those one has sent.
@MainActor @Observable public final class PokesViewModel {
    /// In the order in which they came, the latest first.
    public let incoming: PagedList<IncomingPoke>
    public let outgoing: PagedList<OutgoingPoke>
    /// Those that something is being done about.
    public private(set) var busy: Set<PokeID> = []
    /// The people who are being poked at this moment.
    public private(set) var sendingTo: Set<UserID> = []
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?
    /// The limit that the last poke came up against.
    public private(set) var limitReached: PokeLimitReached?
    /// The match that came about last, to celebrate.
    public private(set) var newMatch: Match?

    private let service: PokeService
    private let time: any TimeSource

    public init(service: PokeService, time: any TimeSource = SystemClock(), pageSize: Int = 20) {
        self.service = service
        self.time = time
        incoming = PagedList { cursor in
            let page = try await service.incoming(after: cursor, limit: pageSize)
            return .init(page.pokes, nextCursor: page.nextCursor)
        }
        outgoing = PagedList { cursor in
            let page = try await service.outgoing(after: cursor, limit: pageSize)
            return .init(page.pokes, nextCursor: page.nextCursor)
        }
    }

    /// Pokes someone. If they have poked first, the two are matched.
    public func send(to person: Person, note: PokeNote) async {
        guard sendingTo.insert(person.id).inserted else { return }
        defer { sendingTo.remove(person.id) }
        limitReached = nil
        await attempt {
            do {
                switch try await service.send(to: person.id, note: note) {
                case .sent(let poke): outgoing.prepend(OutgoingPoke(poke: poke, person: person))
                case .matched(let match): celebrate(match)
                }
            } catch let error as APIError {
                limitReached = error.problem.flatMap { PokeLimitReached($0) }
                throw error
            }
        }
    }

    public func accept(_ poke: IncomingPoke) async {
        await act(.accept, on: poke.poke, by: .recipient) { celebrate(try await service.accept(poke.id)) }
    }

    /// Says no. The other is not told.
    public func decline(_ poke: IncomingPoke) async {
        await act(.decline, on: poke.poke, by: .recipient) {
            _ = try await service.decline(poke.id)
            incoming.remove { $0.id == poke.id }
        }
    }

    /// Puts the poke away without an answer.
    public func ignore(_ poke: IncomingPoke) async {
        await act(.ignore, on: poke.poke, by: .recipient) {
            _ = try await service.ignore(poke.id)
            incoming.remove { $0.id == poke.id }
        }
    }

    public func withdraw(_ poke: OutgoingPoke) async {
        await act(.withdraw, on: poke.poke, by: .asker) {
            outgoing.update(OutgoingPoke(poke: try await service.withdraw(poke.id), person: poke.person))
        }
    }

    /// Ignores many waiting pokes at once.
    public func clear(_ pokes: ClearPokesRequest) async {
        await attempt {
            try await service.clear(pokes)
            incoming.remove { pokes.names($0.poke) }
        }
    }

    private func celebrate(_ match: Match) {
        newMatch = match
        incoming.remove { $0.poke.fromUserID == match.partnerID }
    }

    /// Asks the server only for what the rules allow; what turns out to be over is taken from the list.
    private func act(
        _ action: PokeAction, on poke: Poke, by party: PokeParty, perform: () async throws -> Void
    ) async {
        guard busy.insert(poke.id).inserted else { return }
        defer { busy.remove(poke.id) }
        await attempt {
            do {
                _ = try poke.state(at: time.date)?.after(action, by: party)
                try await perform()
            } catch {
                if error.tellsThatPokeIsOver { incoming.remove { $0.id == poke.id } }
                throw error
            }
        }
    }

    private func attempt(_ perform: () async throws -> Void) async {
        failure = nil
        do {
            try await perform()
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }
}

extension PagedList.Page {
    init(_ list: LossyList<Element>, nextCursor: String?) {
        self.init(elements: list.elements, unreadableCount: list.quarantined.count, nextCursor: nextCursor)
    }
}

extension Error {
    fileprivate var tellsThatPokeIsOver: Bool {
        if case .over? = self as? PokeRefusal { return true }
        let code = (self as? APIError)?.problem?.code
        return code == .pokeOver || code == .notFound
    }
}
