import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance

/// The pokes that wait for an answer, and those one has sent.
@MainActor @Observable public final class PokesViewModel {
    /// The latest first, by arrival and nothing else.
    public let incoming: PagedList<IncomingPoke>
    public let outgoing: PagedList<OutgoingPoke>
    /// Pokes with a request under way.
    public private(set) var busy: Set<PokeID> = []
    /// The people who are being poked at this moment.
    public private(set) var sendingTo: Set<UserID> = []
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?
    /// The limit that the last poke came up against.
    public private(set) var limitReached: PokeLimitReached?
    /// The match that came about last, to celebrate. Set it to `nil` when that is done.
    public var newMatch: Match?

    private let service: PokeService
    private let time: any TimeSource
    private var barriers = PokeBarriers()
    /// Whom a block has taken away since one last asked for them: an answer on its way does not bring them back.
    private var gone: Set<UserID> = []
    /// Told of every new match.
    @ObservationIgnored var didMatch: @MainActor (Match) -> Void = { _ in }

    public init(service: PokeService, time: any TimeSource = SystemClock(), pageSize: Int = 20) {
        self.service = service
        self.time = time
        incoming = PagedList(of: \.person.id) { cursor in
            let page = try await service.incoming(after: cursor, limit: pageSize)
            return .init(page.pokes, nextCursor: page.nextCursor)
        }
        outgoing = PagedList(of: \.person.id) { cursor in
            let page = try await service.outgoing(after: cursor, limit: pageSize)
            return .init(page.pokes, nextCursor: page.nextCursor)
        }
    }

    /// Pokes someone. If they have poked first, the two are matched.
    ///
    /// - Returns: what went wrong with this poke, whatever else goes on.
    @discardableResult
    public func send(to person: Person, note: PokeNote) async -> Failure? {
        guard sendingTo.insert(person.id).inserted else { return nil }
        defer { sendingTo.remove(person.id) }
        limitReached = nil
        gone.remove(person.id)
        var isAskedAlready = false
        let failure = await attempt {
            do {
                let outcome = try await service.send(to: person.id, note: note)
                barriers.noteSent(to: person.id)
                guard !gone.contains(person.id) else { return }
                switch outcome {
                case .sent(let poke): outgoing.add(OutgoingPoke(poke: poke, person: person))
                case .matched(let match): celebrate(match)
                }
            } catch let error as APIError {
                noteBarrier(error, to: person.id)
                isAskedAlready = error.problem?.code == .alreadyPoked
                throw error
            }
        }
        // It was sent from elsewhere: with the list it can be taken back here too.
        if isAskedAlready { await outgoing.load() }
        return failure
    }

    /// - Returns: what went wrong with it, whatever else goes on.
    @discardableResult
    public func accept(_ poke: IncomingPoke) async -> Failure? {
        gone.remove(poke.person.id)
        return await act(.accept, on: poke.poke, by: .recipient) { celebrate(try await service.accept(poke.id)) }
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
            outgoing.replace(OutgoingPoke(poke: try await service.withdraw(poke.id), person: poke.person))
            barriers.noteWithdrawn(from: poke.person.id, at: time.date)
        }
    }

    /// Ignores many waiting pokes at once.
    public func clear(_ pokes: ClearPokesRequest) async {
        await attempt {
            try await service.clear(pokes)
            incoming.remove { pokes.names($0.poke) }
        }
    }

    /// The poke by which someone waits for one's answer, as far as it was loaded.
    public func waitingPoke(from person: UserID) -> IncomingPoke? {
        incoming.known.first { $0.person.id == person && $0.poke.state(at: time.date) == .pending }
    }

    /// Whether one waits for this person's answer, as far as one knows.
    public func isWaiting(for person: UserID) -> Bool {
        guard let last = outgoing.known.first(where: { $0.person.id == person }) else {
            return barriers.isAsked(person, at: time.date)
        }
        return last.poke.state(at: time.date) == .pending
    }

    /// The limit that is known to stand in the way to this person, by what the server has said or by the rules; `nil`
    /// once it has ended.
    public func limitReached(for person: UserID) -> PokeLimitReached? {
        let last = outgoing.known.first { $0.person.id == person }
        return [barriers.limit(for: person, at: time.date), last?.poke.coolDown(at: time.date)].compactMap(\.self)
            .max { $0.resetsAt < $1.resetsAt }
    }

    func hide(_ person: UserID) {
        incoming.hide(person)
        outgoing.hide(person)
    }

    func unhide(_ person: UserID) {
        incoming.unhide(person)
        outgoing.unhide(person)
    }

    /// Takes out whatever a block has ended.
    func forget(_ person: UserID) {
        gone.insert(person)
        noteMatched(person)
        forgetMatch(with: person)
    }

    /// Nothing between two who are matched is open.
    func noteMatched(_ person: UserID) {
        incoming.remove(of: person)
        outgoing.remove(of: person)
        barriers.noteMatched(person)
    }

    func forgetMatch(with person: UserID) {
        if newMatch?.partnerID == person { newMatch = nil }
    }

    private func celebrate(_ match: Match) {
        guard !gone.contains(match.partnerID) else { return }
        newMatch = match
        noteMatched(match.partnerID)
        didMatch(match)
    }

    private func noteBarrier(_ error: APIError, to person: UserID) {
        guard let problem = error.problem else { return }
        limitReached = PokeLimitReached(problem)
        if let limitReached { barriers.note(limitReached, for: person) }
        if problem.code == .alreadyPoked { barriers.noteAsked(person, at: time.date) }
    }

    /// Asks the server only for what the rules allow.
    @discardableResult
    private func act(
        _ action: PokeAction, on poke: Poke, by party: PokeParty, perform: () async throws -> Void
    ) async -> Failure? {
        guard busy.insert(poke.id).inserted else { return nil }
        defer { busy.remove(poke.id) }
        var (isOver, isNews) = (false, false)
        let failure = await attempt {
            do {
                _ = try poke.state(at: time.date)?.after(action, by: party)
                try await perform()
            } catch {
                (isOver, isNews) = (error.tellsThatPokeIsOver, error is APIError)
                throw error
            }
        }
        guard isOver else { return failure }
        // What no longer waits leaves the list; what has become of one's own poke, only the server knows.
        if party == .recipient {
            incoming.remove { $0.id == poke.id }
        } else if isNews {
            await outgoing.load()
        }
        return failure
    }

    @discardableResult
    private func attempt(_ perform: () async throws -> Void) async -> Failure? {
        failure = nil
        do {
            try await perform()
            return nil
        } catch is CancellationError {
            return nil
        } catch {
            failure = Failure(error)
            return failure
        }
    }
}

extension Error {
    fileprivate var tellsThatPokeIsOver: Bool {
        if case .over? = self as? PokeRefusal { return true }
        let code = (self as? APIError)?.problem?.code
        return code == .pokeOver || code == .notFound
    }
}
