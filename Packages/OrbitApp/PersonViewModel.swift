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

/// The sheet of a person: the shown profile, the button, and a way to block the person.
///
/// ```swift
/// let sheet = user.sheet(of: match.partnerID)
/// await sheet.load()
/// sheet.detail?.name              // "Liam Brooks"
/// sheet.action                    // .connected
/// await sheet.block()             // and he disappears from every list
/// ```
///
/// The action of the button follows from values that are loaded anyway. The app sends no request to find out whether
/// the person has already poked the user. If they have, connecting makes the match.
@MainActor @Observable public final class PersonViewModel {
    /// The identifier of the person.
    public let id: UserID
    /// The last failure of an action on this sheet, such as connecting, blocking or muting, until the next attempt.
    public private(set) var failure: Failure?
    /// The person's reputation as other people see it. It becomes empty when the person is hidden. Load it where it is
    /// shown.
    public let standing: StandingViewModel

    private let resource: Resource<Person>
    private let user: SignedInUser
    /// The compatibility from the suggestion that opened the sheet; `nil` without a suggestion.
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

    /// Stores the known profile unless a profile was loaded, and the compatibility of a suggestion.
    func begin(with person: Person?, _ compatibility: Compatibility? = nil) {
        if let person { resource.begin(with: person) }
        if let compatibility { suggested = compatibility }
    }

    /// The compatibility from the suggestion that opened the sheet, or else from the list of suggestions.
    private var compatibility: Compatibility? {
        suggested ?? user.discover.people.known.first { $0.id == id }?.compatibility
    }

    /// The profile that the person shows to the user; `.empty` if the user has blocked them.
    public var person: LoadState<Person> { isBlocked ? .empty : resource.state }

    /// The texts of the sheet, above the button with ``action``.
    public var detail: ProfileDetail? {
        person.value.map {
            ProfileDetail(
                of: $0, on: user.day, sharing: user.ownInterests, reasons: reasons, difference: difference,
                words: user.words)
        }
    }

    /// The action of the button, or the reason why it has no action.
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

    /// The match with this person, if one is known.
    public var match: Match? {
        user.matches.match(with: id) ?? user.today.match.value?.matches.first { $0.partnerID == id }
    }

    /// The end of the match unless it is kept; `nil` if the match does not end.
    public var matchEnding: String? { match?.ending(in: user.zone, words: user.words) }

    /// The limit that prevents the user from poking this person, with the time at which it ends.
    public var limitReached: PokeLimitReached? { user.pokes.limitReached(for: id) }

    /// Whether the user has blocked the person, on any device, and has not lifted the block since.
    public var isBlocked: Bool { user.blocks.isBlocked(id) }

    /// Whether a block is in flight.
    public var isBlocking: Bool { user.blocks.inFlight.contains(id) }

    /// The user's mute of the person; `nil` if the person is not muted.
    public var mute: MutedPerson? { user.mutes.mute(of: id) }

    /// Loads the profile that this person shows to the user now. After a new match, it may contain more than before.
    public func load() async {
        guard !isBlocked else { return }
        await resource.load()
    }

    /// Performs the action of the button: pokes the person, or accepts their poke. After a match, an event delivers the
    /// profile that the person shows to matches.
    ///
    /// - Parameter note: The note of the poke. It is ignored when a poke is accepted.
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

    /// Pokes the person of a match of the day, so that the match does not end.
    @discardableResult
    public func keepMatch(note: PokeNote = .hello) async -> ActionOutcome {
        guard match?.endsAt != nil, let other = person.value else { return .skipped }
        return noted(await user.pokes.send(to: other, note: note))
    }

    /// Ends the match for both people. The sheet then shows the profile that strangers see.
    @discardableResult
    public func disconnect() async -> ActionOutcome {
        guard let match else { return .skipped }
        return noted(await user.matches.disconnect(match))
    }

    /// Blocks the person. They disappear from all lists before the server has responded, and reappear if it refuses.
    @discardableResult
    public func block() async -> ActionOutcome {
        noted(await user.blocks.block(id, name: person.value?.profile.name ?? match?.partnerName))
    }

    /// Mutes the person: hides their content for a while. They are not notified.
    ///
    /// - Parameters:
    ///   - length: The time until the mute ends by itself; `nil` for no limit.
    ///   - surfaces: The kinds of content that are hidden.
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

    /// Returns the form in which the person is reported. It also works for a blocked person.
    public func report() -> ReportFormViewModel { user.report(about: .person(id)) }

    /// Returns the form in which a photo of the person is reported.
    public func report(photo: PhotoID) -> ReportFormViewModel { user.report(about: .photo(photo, of: id)) }

    private func noted(_ outcome: ActionOutcome) -> ActionOutcome {
        if outcome != .skipped { failure = outcome.failure }
        return outcome
    }

    /// The reasons for which this version has words.
    private var reasons: [String] {
        compatibility?.reasons.map { $0.phrase(in: user.words) }.filter { !$0.isEmpty } ?? []
    }

    private var difference: String? {
        compatibility?.difference.map { $0.phrase(in: user.words) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    var words: LocalizedStrings { user.words }

    private var isSending: Bool {
        user.pokes.sendingTo.contains(id)
            || user.pokes.waitingPoke(from: id).map { user.pokes.inFlight.contains($0.id) } ?? false
    }
}
