import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The user's incoming and outgoing pokes, with the actions on them.
@MainActor @Observable public final class PokesViewModel {
    /// The waiting pokes, sorted only by arrival, the latest first.
    public let incoming: PagedList<IncomingPoke>
    /// The sent pokes, the latest first.
    public let outgoing: PagedList<OutgoingPoke>
    /// The limit that refused the last poke.
    public private(set) var limitReached: PokeLimitReached?

    private let service: PokeService
    private let time: any TimeSource
    private let queue: ActionQueue
    private let actions: ActionRunner<PokeSubject>
    private let newest: LatestMatchTracker
    private var barriers = PokeCooldowns()

    /// The object of an action.
    private enum PokeSubject: Hashable {
        case person(UserID)
        case poke(PokeID)
        case many
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: PokeService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        time = log.time
        queue = log.queue
        actions = ActionRunner(log: log)
        newest = LatestMatchTracker(on: log)
        incoming = PagedList(.incomingPokes, on: log) { try await service.incoming(after: $0, limit: pageSize) }
        outgoing = PagedList(.outgoingPokes, on: log) { try await service.outgoing(after: $0, limit: pageSize) }
        log.storage.add(incoming, as: "incoming_pokes")
        log.storage.add(outgoing, as: "outgoing_pokes")
        queue.register(QueuedPoke.kind) { (queued: QueuedPoke, key: IdempotencyKey) in
            [.sent(queued.expected(as: key))]
        } send: { [weak self, service] (queued: QueuedPoke, key: IdempotencyKey) in
            try await Self.send(queued, key: key, by: service, noting: self)
        }
    }

    /// The latest new match, for the front end to announce. An action of the user or of the other person has made it.
    /// Set it to `nil` after the announcement.
    public var newMatch: Match? {
        get { newest.match }
        set { newest.match = newValue }
    }

    /// Pokes with a request in flight.
    public var inFlight: Set<PokeID> {
        Set(actions.inFlight.compactMap { if case .poke(let id) = $0 { id } else { nil } })
    }

    /// The recipients of pokes that are being sent.
    public var sendingTo: Set<UserID> {
        Set(actions.inFlight.compactMap { if case .person(let id) = $0 { id } else { nil } })
    }

    /// The most recent failure, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Pokes a person. If they have poked first, the two people are matched.
    ///
    /// Without a network, the poke waits on this device if the app has an outbox. The outcome is then `.queued`.
    ///
    /// - Parameters:
    ///   - person: The recipient.
    ///   - note: The note of the poke.
    @discardableResult
    public func send(to person: Person, note: PokeNote) async -> ActionOutcome {
        guard !sendingTo.contains(person.id), !isQueued(to: person.id) else { return .skipped }
        limitReached = nil
        let queued = QueuedPoke(person: person, note: note, at: time.date)
        let outcome = await actions.run(
            .person(person.id), note.rawValue, queueing: queued, as: QueuedPoke.kind, on: QueuedPoke.lane(of: person.id)
        ) { key in
            try await Self.send(queued, key: key, by: service, noting: self)
        }
        // The poke was sent on another device. After a load of the list, the user can also withdraw it here.
        if outcome.failure?.kind == .refused(.alreadyPoked) { await outgoing.load() }
        return outcome
    }

    private static func send(
        _ queued: QueuedPoke, key: IdempotencyKey, by service: PokeService, noting pokes: PokesViewModel?
    ) async throws -> [LogEvent] {
        let person = queued.person
        do {
            let outcome = try await service.send(to: person.id, note: queued.note, key: key)
            pokes?.barriers.noteSent(to: person.id)
            return switch outcome {
            case .sent(let poke): [.sent(OutgoingPoke(poke: poke, person: person))]
            case .matched(let match): [.made(match)]
            }
        } catch {
            pokes?.noteBarrier(error, to: person.id)
            throw error
        }
    }

    /// Whether a poke to a person waits on this device until it is sent.
    public func isQueued(to person: UserID) -> Bool {
        queue.isWaiting(QueuedPoke.kind, on: QueuedPoke.lane(of: person))
    }

    /// Accepts a poke: the two people are matched.
    @discardableResult
    public func accept(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.accept, on: poke.poke, by: .recipient) { key in
            let match = try await service.accept(poke.id, key: key)
            return [.closed(poke.poke), .made(match)]
        }
    }

    /// Declines a poke. The sender is not notified.
    @discardableResult
    public func decline(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.decline, on: poke.poke, by: .recipient, expecting: [.closed(poke.poke)]) { key in
            _ = try await service.decline(poke.id, key: key)
            return [.closed(poke.poke)]
        }
    }

    /// Removes a poke from the waiting pokes without a reply.
    @discardableResult
    public func ignore(_ poke: IncomingPoke) async -> ActionOutcome {
        await act(.ignore, on: poke.poke, by: .recipient, expecting: [.closed(poke.poke)]) { key in
            _ = try await service.ignore(poke.id, key: key)
            return [.closed(poke.poke)]
        }
    }

    /// Withdraws a poke that the user has sent. A poke that waits on this device is not withdrawn.
    @discardableResult
    public func withdraw(_ poke: OutgoingPoke) async -> ActionOutcome {
        guard !isQueued(to: poke.person.id) else { return .skipped }
        return await act(.withdraw, on: poke.poke, by: .sender) { key in
            let withdrawn = try await service.withdraw(poke.id, key: key)
            barriers.noteWithdrawn(from: poke.person.id, at: time.date)
            return [.changed(withdrawn)]
        }
    }

    /// Ignores many waiting pokes at once.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest) async -> ActionOutcome {
        let cleared = incoming.known.map(\.poke).filter { pokes.includes($0) }.map(LogEvent.closed)
        return await actions.run(.many, "\(pokes)", expecting: cleared) { key in
            try await service.clear(pokes, key: key)
            return cleared
        }
    }

    /// Returns the poke of a person who waits for the user's reply, as far as is known.
    public func waitingPoke(from person: UserID) -> IncomingPoke? {
        incoming.known.first { $0.person.id == person && $0.poke.state(at: time.date) == .pending }
    }

    /// Whether the user waits for this person's reply, as far as is known.
    public func isWaiting(for person: UserID) -> Bool {
        if isQueued(to: person) { return true }
        guard let last = outgoing.known.first(where: { $0.person.id == person }) else {
            return barriers.hasWaitingPoke(to: person, at: time.date)
        }
        return last.poke.state(at: time.date) == .pending
    }

    /// Returns the limit that forbids a poke to this person, as stated by the server or by the rules. Returns `nil` if
    /// no limit is known or it has ended.
    public func limitReached(for person: UserID) -> PokeLimitReached? {
        let last = outgoing.known.first { $0.person.id == person }
        return [barriers.limit(for: person, at: time.date), last?.poke.coolDown(at: time.date)].compactMap(\.self)
            .max { $0.resetsAt < $1.resetsAt }
    }

    private func noteBarrier(_ error: any Error, to person: UserID) {
        guard let problem = error.problem else { return }
        limitReached = PokeLimitReached(problem)
        if let limitReached { barriers.note(limitReached, for: person) }
        if problem.code == .alreadyPoked { barriers.noteWaitingPoke(to: person, at: time.date) }
    }

    /// Performs an action if the rules allow it. A forbidden action sends no request.
    private func act(
        _ action: PokeAction, on poke: Poke, by party: PokeParty, expecting effect: [LogEvent] = [],
        _ send: (IdempotencyKey) async throws -> [LogEvent]
    ) async -> ActionOutcome {
        let outcome = await actions.run(.poke(poke.id), "\(action)", expecting: effect) { key in
            _ = try poke.state(at: time.date)?.after(action, by: party)
            return try await send(key)
        }
        switch outcome.failure?.kind {
        case .local: incoming.removeExpired()  // the poke has expired
        case .refused(.pokeOver), .refused(.notFound):
            // Only the server knows the state of the poke.
            await (party == .recipient ? incoming.reload() : outgoing.load())
        default: break
        }
        return outcome
    }

    /// The people who cannot be poked now, and until when. The values follow from the responses to the user's pokes,
    /// and from withdrawals on this device. No further requests are sent for them.
    private struct PokeCooldowns {
        private var forEveryone: PokeLimitReached?
        private var forPeople: [UserID: PokeLimitReached] = [:]
        private var waitingPokeExpiry: [UserID: Date] = [:]

        /// Returns the limit for a person at `now`. If two limits apply, returns the limit that ends later.
        func limit(for person: UserID, at now: Date) -> PokeLimitReached? {
            [forEveryone, forPeople[person]].compactMap(\.self).filter { $0.resetsAt > now }
                .max { $0.resetsAt < $1.resetsAt }
        }

        /// Whether the server has stated that a poke to this person waits. Returns `false` once the lifetime of a poke
        /// has passed since that response, because the poke has then expired.
        func hasWaitingPoke(to person: UserID, at now: Date) -> Bool {
            waitingPokeExpiry[person].map { $0 > now } ?? false
        }

        mutating func note(_ limit: PokeLimitReached, for person: UserID) {
            if limit.limit.isPersonal { forPeople[person] = limit } else { forEveryone = limit }
        }

        mutating func noteWaitingPoke(to person: UserID, at now: Date) {
            waitingPokeExpiry[person] = now.addingTimeInterval(PokeLimits.standard.lifetime)
        }

        /// Removes the limits that a successful poke disproves.
        mutating func noteSent(to person: UserID) {
            forEveryone = nil
            forPeople[person] = nil
        }

        /// Frees the place of a withdrawn poke, and starts the cooldown for this person.
        mutating func noteWithdrawn(from person: UserID, at now: Date) {
            if forEveryone?.limit == .openAtOnce { forEveryone = nil }
            waitingPokeExpiry[person] = nil
            forPeople[person] = .coolDown(since: now)
        }
    }
}

extension Error {
    /// The problem that the server responded with, if it refused.
    fileprivate var problem: Problem? { (self as? APIError)?.problem }
}
