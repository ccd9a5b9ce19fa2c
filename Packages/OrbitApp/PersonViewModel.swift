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
/// let sheet = user.sheet(of: match.partnerID)
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
    private let user: SignedInUser
    /// Why they are suggested, if they are.
    private var suggested: Compatibility?

    init(_ id: UserID, person: Person?, compatibility: Compatibility? = nil, user: SignedInUser) {
        self.id = id
        suggested = compatibility
        self.user = user
        standing = StandingViewModel(of: id, service: user.reputation, log: user.log, words: user.words)
        resource = Resource(.person(id), on: user.log, known: person) { [profiles = user.profiles] in
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
        suggested ?? user.discover.people.known.first { $0.id == id }?.compatibility
    }

    /// What they show to the user; `.empty` once they are blocked.
    public var person: LoadState<Person> { isBlocked ? .empty : resource.state }

    /// The person as the sheet shows them, above the button with ``action``.
    public var detail: ProfileDetail? {
        person.value.map {
            ProfileDetail(
                of: $0, on: user.day, sharing: user.ownInterests, reasons: reasons, difference: difference,
                words: user.words)
        }
    }

    /// What the button does, or why there is nothing to do.
    public var action: ConnectAction {
        if isBlocking { return .unavailable(user.words.sentence("blocking", in: .personSheet)) }
        if isBlocked { return .unavailable(user.words.sentence("blocked", in: .personSheet)) }
        if match != nil { return .connected }
        if isSending { return .sending }
        if user.pokes.waitingPoke(from: id) != nil { return .answering }
        if user.pokes.isWaiting(for: id) { return .waiting }
        if let limitReached { return .unavailable(limitReached.message(at: user.now, in: user.words)) }
        return .available
    }

    /// The match with this person, as far as is known.
    public var match: Match? {
        user.matches.match(with: id) ?? user.today.match.value?.matches.first { $0.partnerID == id }
    }

    /// Until when the match stands unless it is kept; `nil` if it stays.
    public var matchEnding: String? { match?.ending(in: user.zone, words: user.words) }

    /// The limit that keeps the user from poking this person, with the time at which it ends.
    public var limitReached: PokeLimitReached? { user.pokes.limitReached(for: id) }

    /// Whether the user has blocked them, here or elsewhere, and not lifted it since.
    public var isBlocked: Bool { user.blocks.isBlocked(id) }

    /// Whether a block is in flight.
    public var isBlocking: Bool { user.blocks.inFlight.contains(id) }

    /// How the user has muted them; `nil` if they have not.
    public var mute: MutedPerson? { user.mutes.mute(of: id) }

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
        case .available: return noted(await user.pokes.send(to: other, note: note))
        case .answering:
            guard let poke = user.pokes.waitingPoke(from: id) else { return .skipped }
            return noted(await user.pokes.accept(poke))
        case .sending, .waiting, .connected, .unavailable: return .skipped
        }
    }

    /// Pokes the other of a match of the day, so that it stays.
    @discardableResult
    public func keepMatch(note: PokeNote = .hello) async -> ActionOutcome {
        guard match?.endsAt != nil, let other = person.value else { return .skipped }
        return noted(await user.pokes.send(to: other, note: note))
    }

    /// Ends the match for both. The sheet shows what strangers see again.
    @discardableResult
    public func disconnect() async -> ActionOutcome {
        guard let match else { return .skipped }
        return noted(await user.matches.disconnect(match))
    }

    /// Blocks them. They vanish from everywhere before the server has responded, and come back if it refuses.
    @discardableResult
    public func block() async -> ActionOutcome {
        noted(await user.blocks.block(id, name: person.value?.profile.name ?? match?.partnerName))
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
        return noted(await user.mutes.mute(id, name: name, for: length, surfaces: surfaces))
    }

    /// Ends the mute.
    @discardableResult
    public func unmute() async -> ActionOutcome {
        guard mute != nil else { return .skipped }
        return noted(await user.mutes.unmute(id))
    }

    /// The form in which they are reported. It works for a person who is blocked as well.
    public func report() -> ReportFormViewModel { user.report(about: .person(id)) }

    /// The form in which one of their photos is reported.
    public func report(photo: PhotoID) -> ReportFormViewModel { user.report(about: .photo(photo, of: id)) }

    private func noted(_ outcome: ActionOutcome) -> ActionOutcome {
        if outcome != .skipped { failure = outcome.failure }
        return outcome
    }

    /// Those that this version has words for.
    private var reasons: [String] {
        compatibility?.reasons.map { $0.phrase(in: user.words) }.filter { !$0.isEmpty } ?? []
    }

    private var difference: String? {
        compatibility?.difference.map { $0.phrase(in: user.words) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    var words: Words { user.words }

    private var isSending: Bool {
        user.pokes.sendingTo.contains(id)
            || user.pokes.waitingPoke(from: id).map { user.pokes.inFlight.contains($0.id) } ?? false
    }
}
