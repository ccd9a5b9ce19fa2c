public import Connections
import Discover
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Profiles

/// Somebody's sheet: what they show, what its button does, and how to keep them away.
///
/// ```swift
/// let sheet = app.sheet(of: match.partnerID)
/// await sheet.load()
/// sheet.detail?.name              // "Liam Brooks"
/// sheet.action                    // .connected
/// await sheet.block()             // and he is gone from every list
/// ```
///
/// What the button does follows from what was loaded anyway. Nothing is asked for in order to find out whether the
/// other has poked first; if so, connecting makes the match.
@MainActor @Observable public final class PersonViewModel {
    public let id: UserID
    /// `.empty` once they are blocked.
    public private(set) var person: LoadState<Person>
    public private(set) var isBlocking = false
    /// What went wrong last with connecting, disconnecting or blocking, until the next attempt.
    public private(set) var failure: Failure?

    private let models: PersonalModels
    /// Why they are suggested, if they are.
    private let compatibility: Compatibility?
    private var requests = LatestRequest()

    init(_ id: UserID, person: Person?, compatibility: Compatibility? = nil, models: PersonalModels) {
        self.id = id
        self.person = person.map { .loaded($0) } ?? .idle
        self.compatibility = compatibility
        self.models = models
    }

    /// The person as the sheet shows them, with ``action`` on its button.
    public var detail: ProfileDetail? {
        guard !isBlocked else { return nil }
        return person.value.map {
            ProfileDetail(
                of: $0, on: models.today, sharing: models.ownInterests, reasons: reasons,
                difference: difference, connect: action)
        }
    }

    public var action: ConnectAction {
        if isBlocked { return .unavailable("You have blocked this person.") }
        if isBlocking { return .unavailable("You are blocking this person.") }
        if match != nil { return .connected }
        if isAsking { return .sending }
        if pokes.waitingPoke(from: id) != nil { return .answering }
        if pokes.isWaiting(for: id) { return .waiting }
        if let limitReached { return .unavailable(limitReached.message(at: models.now)) }
        return .available
    }

    /// The match with this person, as far as one knows.
    public var match: Match? {
        let today = models.connections.today.matchState.value?.matches ?? []
        return models.connections.matches.match(with: id) ?? today.first { $0.partnerID == id }
    }

    /// The limit that keeps one from poking this person, with the time at which it ends.
    public var limitReached: PokeLimitReached? { pokes.limitReached(for: id) }

    /// Asks the server what this person shows now. A match may see more than before, somebody who is gone nothing.
    public func load() async {
        guard !isBlocked else { return }
        let ticket = requests.begin()
        let before = person
        person = .loading(previous: before.value)
        do {
            let loaded = try await models.profiles.person(id)
            guard requests.isCurrent(ticket) else { return }
            person = .loaded(loaded)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            let isGone = (error as? APIError)?.problem?.code == .notFound
            person =
                error is CancellationError
                ? before.settled : .failed(Failure(error), previous: isGone ? nil : before.value)
        }
    }

    /// Does what the button says: pokes them, or accepts if they have asked. What matches see is loaded afterwards.
    ///
    /// - Parameter note: what the poke says; an answer says nothing.
    public func connect(note: PokeNote = .hello) async {
        guard let other = person.value else { return }
        switch action {
        case .available: failure = await pokes.send(to: other, note: note)
        case .answering:
            guard let poke = pokes.waitingPoke(from: id) else { return }
            failure = await pokes.accept(poke)
        case .sending, .waiting, .connected, .unavailable: return
        }
        if match != nil { await load() }
    }

    /// Ends the match for both, and shows what strangers see again.
    public func disconnect() async {
        guard let match else { return }
        failure = await models.connections.matches.disconnect(match)
        if self.match == nil { await load() }
    }

    /// Blocks them. They vanish from everywhere before the server has answered, and come back if it refuses.
    public func block() async {
        guard !isBlocking, !isBlocked else { return }
        isBlocking = true
        defer { isBlocking = false }
        failure = nil
        do {
            try await models.block(id, name: person.value?.profile.name ?? match?.partnerName)
            _ = requests.begin()  // what is still being loaded is not to be shown
            person = .empty
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }

    /// Whether one has blocked them, here or from another sheet, and not lifted it since.
    public var isBlocked: Bool { models.connections.blocks.isBlocked(id) }

    /// Those that this version has words for.
    private var reasons: [String] { compatibility?.reasons.map(\.phrase).filter { !$0.isEmpty } ?? [] }

    private var difference: String? { compatibility?.difference.map(\.phrase).flatMap { $0.isEmpty ? nil : $0 } }

    private var pokes: PokesViewModel { models.connections.pokes }

    private var isAsking: Bool {
        pokes.sendingTo.contains(id) || pokes.waitingPoke(from: id).map { pokes.busy.contains($0.id) } ?? false
    }
}
