public import Connections
import Discover
import Matching
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Profiles
public import Reputation
public import Safety

/// A person's sheet: what they show, what its button does, and how to block them.
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
    /// Whose sheet it is.
    public let id: UserID
    /// What went wrong last with connecting, disconnecting or blocking, until the next attempt.
    public private(set) var failure: Failure?
    /// Their reputation, as others see it; gone with the person. Load it where it is shown.
    public let standing: StandingViewModel

    private let resource: Resource<Person>
    private let models: PersonalModels
    /// Why they are suggested, if they are.
    private var suggested: Compatibility?

    init(_ id: UserID, person: Person?, compatibility: Compatibility? = nil, models: PersonalModels) {
        self.id = id
        suggested = compatibility
        self.models = models
        standing = StandingViewModel(of: id, service: models.reputation, log: models.log, words: models.words)
        resource = Resource(.person(id), on: models.log, known: person) { [profiles = models.profiles] in
            try await profiles.person(id)
        }
    }

    /// Takes over what is known of the person, as far as nothing was loaded yet, and why they are suggested.
    func begin(with person: Person?, _ compatibility: Compatibility? = nil) {
        if let person { resource.begin(with: person) }
        if let compatibility { suggested = compatibility }
    }

    /// Why they are suggested: as the suggestion said that the sheet was opened from, or as one in the list says.
    private var compatibility: Compatibility? {
        suggested ?? models.discover.people.known.first { $0.id == id }?.compatibility
    }

    /// What they show to the user; `.empty` once they are blocked.
    public var person: LoadState<Person> { isBlocked ? .empty : resource.state }

    /// The person as the sheet shows them, above the button with ``action``.
    public var detail: ProfileDetail? {
        person.value.map {
            ProfileDetail(
                of: $0, on: models.day, sharing: models.ownInterests, reasons: reasons, difference: difference,
                words: models.words)
        }
    }

    /// What the button does, or why there is nothing to do.
    public var action: ConnectAction {
        if isBlocking { return .unavailable(models.words.sentence("blocking", in: .personSheet)) }
        if isBlocked { return .unavailable(models.words.sentence("blocked", in: .personSheet)) }
        if match != nil { return .connected }
        if isSending { return .sending }
        if models.pokes.waitingPoke(from: id) != nil { return .answering }
        if models.pokes.isWaiting(for: id) { return .waiting }
        if let limitReached { return .unavailable(limitReached.message(at: models.now, in: models.words)) }
        return .available
    }

    /// The match with this person, as far as is known.
    public var match: Match? {
        models.matches.match(with: id) ?? models.today.match.value?.matches.first { $0.partnerID == id }
    }

    /// Until when the match stands unless it is kept; `nil` if it stays.
    public var matchEnding: String? { match?.ending(in: models.zone, words: models.words) }

    /// The limit that keeps the user from poking this person, with the time at which it ends.
    public var limitReached: PokeLimitReached? { models.pokes.limitReached(for: id) }

    /// Whether the user has blocked them, here or elsewhere, and not lifted it since.
    public var isBlocked: Bool { models.blocks.isBlocked(id) }

    /// Whether a block is in flight.
    public var isBlocking: Bool { models.blocks.inFlight.contains(id) }

    /// How the user has muted them; `nil` if they have not.
    public var mute: MutedPerson? { models.mutes.mute(of: id) }

    /// Asks the server what this person shows now. A match may see more than before.
    public func load() async {
        guard !isBlocked else { return }
        await resource.load()
    }

    /// Does what the button says: pokes them, or accepts if they have asked. What matches see comes by itself.
    ///
    /// - Parameter note: what the poke says; an accepted poke has none.
    @discardableResult
    public func connect(note: PokeNote = .hello) async -> ActionOutcome {
        guard let other = person.value else { return .skipped }
        switch action {
        case .available: return noted(await models.pokes.send(to: other, note: note))
        case .answering:
            guard let poke = models.pokes.waitingPoke(from: id) else { return .skipped }
            return noted(await models.pokes.accept(poke))
        case .sending, .waiting, .connected, .unavailable: return .skipped
        }
    }

    /// Pokes the other of a match of the day, so that it stays.
    @discardableResult
    public func keepMatch(note: PokeNote = .hello) async -> ActionOutcome {
        guard match?.endsAt != nil, let other = person.value else { return .skipped }
        return noted(await models.pokes.send(to: other, note: note))
    }

    /// Ends the match for both. The sheet shows what strangers see again.
    @discardableResult
    public func disconnect() async -> ActionOutcome {
        guard let match else { return .skipped }
        return noted(await models.matches.disconnect(match))
    }

    /// Blocks them. They vanish from everywhere before the server has responded, and come back if it refuses.
    @discardableResult
    public func block() async -> ActionOutcome {
        noted(await models.blocks.block(id, name: person.value?.profile.name ?? match?.partnerName))
    }

    /// Mutes them: what they do is not shown for a while. They are not told.
    ///
    /// - Parameters:
    ///   - length: after which the mute ends by itself; `nil` for never.
    ///   - surfaces: what is not shown.
    @discardableResult
    public func mute(for length: Duration? = nil, surfaces: [MuteSurface] = MuteSurface.known) async -> ActionOutcome {
        guard !isBlocked else { return .skipped }
        let name = person.value?.profile.name ?? match?.partnerName
        return noted(await models.mutes.mute(id, name: name, for: length, surfaces: surfaces))
    }

    /// Ends the mute.
    @discardableResult
    public func unmute() async -> ActionOutcome {
        guard mute != nil else { return .skipped }
        return noted(await models.mutes.unmute(id))
    }

    /// The form in which they are reported. It works for a person who is blocked as well.
    public func report() -> ReportFormViewModel { models.report(about: .person(id)) }

    /// The form in which one of their photos is reported.
    public func report(photo: PhotoID) -> ReportFormViewModel { models.report(about: .photo(photo, of: id)) }

    private func noted(_ outcome: ActionOutcome) -> ActionOutcome {
        if outcome != .skipped { failure = outcome.failure }
        return outcome
    }

    /// Those that this version has words for.
    private var reasons: [String] {
        compatibility?.reasons.map { $0.phrase(in: models.words) }.filter { !$0.isEmpty } ?? []
    }

    private var difference: String? {
        compatibility?.difference.map { $0.phrase(in: models.words) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    var words: Words { models.words }

    private var isSending: Bool {
        models.pokes.sendingTo.contains(id)
            || models.pokes.waitingPoke(from: id).map { models.pokes.inFlight.contains($0.id) } ?? false
    }
}
