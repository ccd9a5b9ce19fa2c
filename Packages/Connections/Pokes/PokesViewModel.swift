import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The pokes that wait, those that were sent, and what can be done with them.
@MainActor @Observable public final class PokesViewModel {
    /// The latest first, by arrival and nothing else.
    public let incoming: PagedList<IncomingPoke>
    /// The latest first.
    public let outgoing: PagedList<OutgoingPoke>
    /// The limit that the last poke came up against.
    public private(set) var limitReached: PokeLimitReached?

    private let service: PokeService
    private let time: any TimeSource
    private let actions: ActionRunner<PokeSubject>
    private let newest: NewestMatch
    private var barriers = PokeBarriers()

    /// What an action is about.
    private enum PokeSubject: Hashable {
        case person(UserID)
        case poke(PokeID)
        case many
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: PokeService, log: PersonLog, pageSize: Int = 20) {
        self.service = service
        time = log.time
        actions = ActionRunner(log: log)
        newest = NewestMatch(on: log)
        incoming = PagedList(.incomingPokes, on: log) { try await service.incoming(after: $0, limit: pageSize) }
        outgoing = PagedList(.outgoingPokes, on: log) { try await service.outgoing(after: $0, limit: pageSize) }
    }

    /// The match that came about last, on whichever side, to celebrate. Set it to `nil` when that is done.
    public var newMatch: Match? {
        get { newest.match }
        set { newest.match = newValue }
    }

    /// Pokes with a request in flight.
    public var inFlight: Set<PokeID> {
        Set(actions.inFlight.compactMap { if case .poke(let id) = $0 { id } else { nil } })
    }

    /// The people who are being poked at this moment.
    public var sendingTo: Set<UserID> {
        Set(actions.inFlight.compactMap { if case .person(let id) = $0 { id } else { nil } })
    }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Pokes a person. If they have poked first, the two are matched.
    @discardableResult
    public func send(to person: Person, note: PokeNote) async -> ActionOutcome {
        guard !sendingTo.contains(person.id) else { return .skipped }
        limitReached = nil
        let outcome = await actions.run(.person(person.id), note.rawValue) { key in
            do {
                let outcome = try await service.send(to: person.id, note: note, key: key)
                barriers.noteSent(to: person.id)
                return switch outcome {
                case .sent(let poke): [.sent(OutgoingPoke(poke: poke, person: person))]
                case .matched(let match): [.made(match)]
                }
            } catch {
                noteBarrier(error, to: person.id)
                throw error
            }
        }
        // It was sent from elsewhere: with the list it can be taken back here too.
        if outcome.failure?.kind == .refused(.alreadyPoked) { await outgoing.load() }
        return outcome
    }

    /// Says yes: the two are matched.
    @discardableResult
    public func accept(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.accept, on: poke.poke, by: .recipient) { key in
            let match = try await service.accept(poke.id, key: key)
            return [.closed(poke.poke), .made(match)]
        }
    }

    /// Says no. The other is not told.
    @discardableResult
    public func decline(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.decline, on: poke.poke, by: .recipient, expecting: [.closed(poke.poke)]) { key in
            _ = try await service.decline(poke.id, key: key)
            return [.closed(poke.poke)]
        }
    }

    /// Puts the poke away without a reply.
    @discardableResult
    public func ignore(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.ignore, on: poke.poke, by: .recipient, expecting: [.closed(poke.poke)]) { key in
            _ = try await service.ignore(poke.id, key: key)
            return [.closed(poke.poke)]
        }
    }

    /// Takes back a poke that was sent.
    @discardableResult
    public func withdraw(_ poke: OutgoingPoke) async -> ActionOutcome {
        await act(.withdraw, on: poke.poke, by: .asker) { key in
            let withdrawn = try await service.withdraw(poke.id, key: key)
            barriers.noteWithdrawn(from: poke.person.id, at: time.date)
            return [.changed(withdrawn)]
        }
    }

    /// Ignores many waiting pokes at once.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest) async -> ActionOutcome {
        let cleared = incoming.known.map(\.poke).filter { pokes.names($0) }.map(LogEvent.closed)
        return await actions.run(.many, "\(pokes)", expecting: cleared) { key in
            try await service.clear(pokes, key: key)
            return cleared
        }
    }

    /// The poke by which a person waits for the user's reply, as far as it is known.
    public func waitingPoke(from person: UserID) -> IncomingPoke? {
        incoming.known.first { $0.person.id == person && $0.poke.state(at: time.date) == .pending }
    }

    /// Whether the user waits for this person's reply, as far as is known.
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

    private func noteBarrier(_ error: any Error, to person: UserID) {
        guard let problem = error.problem else { return }
        limitReached = PokeLimitReached(problem)
        if let limitReached { barriers.note(limitReached, for: person) }
        if problem.code == .alreadyPoked { barriers.noteAsked(person, at: time.date) }
    }

    /// Asks the server only for what the rules allow.
    private func act(
        _ action: PokeAction, on poke: Poke, by party: PokeParty, expecting effect: [LogEvent] = [],
        _ send: (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        let outcome = await actions.run(.poke(poke.id), "\(action)", expecting: effect) { key in
            _ = try poke.state(at: time.date)?.after(action, by: party)
            return try await send(key)
        }
        switch outcome.failure?.kind {
        case .local: incoming.dropOutdated()  // time has ended it
        case .refused(.pokeOver), .refused(.notFound):
            // What has become of it, only the server knows.
            await (party == .recipient ? incoming.reload() : outgoing.load())
        default: break
        }
        return outcome
    }

    /// The people who cannot be poked now and until when, as far as the server has said. No request is sent to find
    /// out.
    private struct PokeBarriers {
        private var forEveryone: PokeLimitReached?
        private var forPeople: [UserID: PokeLimitReached] = [:]
        private var askedUntil: [UserID: Date] = [:]

        /// The limit for a person at `now`; of two, the one that holds longer.
        func limit(for person: UserID, at now: Date) -> PokeLimitReached? {
            [forEveryone, forPeople[person]].compactMap(\.self).filter { $0.resetsAt > now }
                .max { $0.resetsAt < $1.resetsAt }
        }

        /// Whether the server has said that a poke to this person waits, until it has lapsed for certain.
        func isAsked(_ person: UserID, at now: Date) -> Bool {
            askedUntil[person].map { $0 > now } ?? false
        }

        mutating func note(_ limit: PokeLimitReached, for person: UserID) {
            if limit.limit.isPersonal { forPeople[person] = limit } else { forEveryone = limit }
        }

        mutating func noteAsked(_ person: UserID, at now: Date) {
            askedUntil[person] = now.addingTimeInterval(PokeLimits.standard.lifetime)
        }

        /// A poke went through: nothing stood in its way.
        mutating func noteSent(to person: UserID) {
            forEveryone = nil
            forPeople[person] = nil
        }

        /// A poke was taken back: there is room for another, though not for this person.
        mutating func noteWithdrawn(from person: UserID, at now: Date) {
            if forEveryone?.limit == .openAtOnce { forEveryone = nil }
            askedUntil[person] = nil
            forPeople[person] = .coolDown(since: now)
        }
    }
}

extension Error {
    /// What the server said, if it refused.
    fileprivate var problem: Problem? { (self as? APIError)?.problem }
}
