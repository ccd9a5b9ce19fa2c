public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The form in which a meetup is planned or edited.
///
/// The draft is checked by the same rules as on the server. It stays as it is when saving fails.
///
/// ```swift
/// let form = MeetupFormViewModel(service: service, log: log, zone: campusZone)
/// form.draft.entry.title = "Tennis at the park"
/// form.draft.start.wall = WallTime("2026-11-22T18:30:00")
/// if let notice = form.draft.start.notice(in: form.draft.zone) { print(notice.message()) }
/// await form.save()
/// ```
@MainActor @Observable public final class MeetupFormViewModel {
    /// What is being filled in. Changing it takes back what the server objected to.
    public var draft: MeetupDraft {
        didSet {
            guard draft != oldValue else { return }
            refused = []
            touched.touch(from: oldValue.filledIn, to: draft.filledIn)
        }
    }
    /// The fields whose failures ``message(for:)`` shows.
    public private(set) var touched = TouchedFields()
    /// The meetup as the server has it; `nil` before a new one is saved, and before one to edit is loaded.
    public private(set) var saved: MeetupListing?
    /// What was changed here and elsewhere to different values. Until it is settled, the draft has what was changed
    /// here, and nothing is saved.
    public private(set) var conflicts: [MeetupEntryMerge.Part] = []
    /// What the server objected to when it last refused the form.
    public private(set) var refused: [FieldFailure] = []

    private let service: MeetupService
    private let actions: ActionRunner<Step>
    private let time: any TimeSource
    private let zone: TimeZone
    private let catalogue: MessageCatalogue
    private let id: MeetupID?
    private var version: EntityTag?
    /// What the draft began with: what the server has, but for what is in conflict.
    private var base: MeetupEntry
    /// A meetup that was created, as the log has shown, and whose response was lost: the same request with the same key
    /// brings the response again.
    @ObservationIgnored private var unread: (entry: MeetupEntry, key: IdempotencyKey)?

    /// What else keeps the user from hosting what is entered; see ``init(editing:service:log:zone:catalogue:obstacles:)``.
    public typealias Obstacles = @MainActor (_ entry: MeetupEntry, _ saved: MeetupPlan?) -> [FieldFailure]

    private let obstacles: Obstacles

    private enum Step { case load, save }

    /// - Parameters:
    ///   - id: the meetup to edit; `nil` for a new one.
    ///   - zone: of the campus, in which a new meetup is planned.
    ///   - obstacles: what, beside the rules of a plan, the server would refuse to this user, such as more places than
    ///     they may host. It is asked with what is entered, and with what an edit replaces.
    public init(
        editing id: MeetupID? = nil, service: MeetupService, log: PersonLog, zone: TimeZone,
        catalogue: MessageCatalogue = .meetups, obstacles: @escaping Obstacles = { _, _ in [] }
    ) {
        self.obstacles = obstacles
        self.id = id
        self.service = service
        self.zone = zone
        self.catalogue = catalogue
        time = log.time
        actions = ActionRunner(log: log)
        let empty = MeetupDraft(in: zone)
        (draft, base) = (empty, empty.filledIn)
    }

    /// Whether something is being loaded or saved.
    public var isBusy: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// What is wrong with the draft, warnings included: by our own rules, or by the server's where it has refused.
    public var failures: [FieldFailure] {
        let ours = failures(in: draft.filledIn)
        return ours + refused.filter { !ours.contains($0) }
    }

    /// Whether the form can be saved.
    public var isValid: Bool { failures.blocking.isEmpty }

    /// Notes that the user has left a field, so that its failures show.
    public func touch(_ path: String) { touched.touch(path) }

    /// What is wrong with a field, in words; `nil` if nothing is, and before the user has changed or left the field or has
    /// tried to save the form.
    ///
    /// - Parameter path: as the wire names it: `end_time`, `place.link`, `interest_tags[2]`.
    public func message(for path: String) -> String? {
        guard touched.contains(path) else { return nil }
        return failures.first { $0.path == path }.map { catalogue.message(for: $0, in: .meetup) }
    }

    /// How the meetup repeats, in words: `every Tuesday, 8 times`; `nil` if it does not, or by no rule of meetups.
    public var repetition: String? {
        guard let rule = draft.entry.repeats else { return nil }
        let start = saved?.meetup.series?.occurrence ?? draft.start.wall
        return start.flatMap {
            SeriesPlace(id: "", rule: rule, occurrence: $0).message(in: catalogue.words)
        }
    }

    /// Which occurrences an edit can be about: both of a series, none otherwise.
    public var scopes: [SeriesScope] { saved?.meetup.scopes ?? [] }

    /// Whether anything was changed.
    public var isEdited: Bool { draft.filledIn != base }

    /// Loads the meetup that is edited. What has been typed since is kept.
    @discardableResult
    public func load() async -> ActionOutcome {
        guard let id = saved?.id ?? id else { return .skipped }
        return await actions.run(.load) { _ in
            follow(try await service.meetup(id))
            return []
        }
    }

    /// Decides what becomes of something that was changed here and elsewhere.
    ///
    /// - Parameter keepsMine: whether it becomes what was entered here.
    public func settle(_ conflict: MeetupEntryMerge.Part, keepsMine: Bool) {
        guard let saved, conflicts.contains(conflict) else { return }
        conflicts.removeAll { $0 == conflict }
        let theirs = MeetupEntry(saved)
        conflict.copy(from: theirs, to: &base)
        guard !keepsMine else { return }
        var entry = draft.filledIn
        conflict.copy(from: theirs, to: &entry)
        draft = MeetupDraft(entry, in: zone)
    }

    /// Checks the form and saves it. If the meetup was changed elsewhere in the meantime, both changes are saved, unless
    /// both changed the same thing: then ``conflicts`` says what, and nothing is saved until it is settled. Nothing is
    /// sent if nothing was changed, so a meetup is not created twice.
    ///
    /// - Parameter scope: of a series, which occurrences are changed; `nil` for this one.
    @discardableResult
    public func save(scope: SeriesScope? = nil) async -> ActionOutcome {
        guard !isBusy else { return .skipped }
        guard saved == nil || isEdited || !conflicts.isEmpty else { return .done }
        refused = []
        touched.submit()
        let sent = draft.filledIn
        var isRead = false
        var used: IdempotencyKey?
        let outcome = await actions.run(.save, "\(sent) \(scope?.rawValue ?? "")") { key in
            used = key
            let listing = try await send(scope: scope, key: key)
            isRead = true
            return [.changed(listing)]
        }
        if outcome == .done, !isRead, let used { await readLostResponse(to: sent, key: used) }
        if let failed = outcome.failure, failed.kind == .invalid { refused = failed.fields }
        return outcome
    }

    private func readLostResponse(to sent: MeetupEntry, key: IdempotencyKey) async {
        guard (saved?.id ?? id) == nil else {
            await load()
            return
        }
        unread = (sent, key)
        await actions.run(.load) { _ in
            try await readUnread()
            return []
        }
    }

    private func readUnread() async throws {
        guard let unread else { return }
        follow(try await service.create(unread.entry, key: unread.key), sent: unread.entry)
        self.unread = nil
    }

    /// By our own rules. What is left out of an edit stays as it is, so a series does not end by that.
    private func failures(in entry: MeetupEntry) -> [FieldFailure] {
        let (plan, rule) = (saved?.meetup.plan, saved?.meetup.series?.rule)
        let failures = MeetupPlanRules(at: time.date, replacing: plan, rule: rule).failures(in: entry)
        let isRuleGone = rule != nil && entry.repeats == nil
        return failures + obstacles(entry, plan)
            + (isRuleGone ? [FieldFailure(path: "repeats", code: .notAllowed)] : [])
    }

    /// How often a meetup that changes during the save is merged before giving up.
    private static let mostMerges = 3

    private func send(scope: SeriesScope?, key: IdempotencyKey) async throws -> MeetupListing {
        try await readUnread()
        for _ in 0...Self.mostMerges {
            guard conflicts.isEmpty else { throw Failure(.conflict, sentence: "conflicts", in: catalogue) }
            let sent = draft.filledIn
            let wrong = failures(in: sent).blocking
            guard wrong.isEmpty else { throw Failure(wrong, in: .meetup, of: catalogue) }
            guard let id = saved?.id ?? id else {
                return follow(try await service.create(sent, key: key), sent: sent)
            }
            guard let version else { throw Failure(.local, sentence: "not_loaded", in: catalogue) }
            do {
                return follow(
                    try await service.edit(id, to: sent, replacing: version, scope: scope, key: key), sent: sent)
            } catch let error as APIError where error.problem?.code == .versionConflict {
                follow(try await service.meetup(id))
            }
        }
        throw Failure(.conflict, sentence: "changed_too_often", in: catalogue)
    }

    /// Takes over what the server has, and leaves in the draft what was changed since.
    ///
    /// - Parameter sent: what the server had just been sent, if it was: what was typed meanwhile is not lost.
    @discardableResult
    private func follow(_ response: Response<MeetupListing>, sent: MeetupEntry? = nil) -> MeetupListing {
        let theirs = MeetupEntry(response.value)
        let merge = MeetupEntryMerge(base: sent ?? base, mine: draft.filledIn, theirs: theirs)
        (saved, version) = (response.value, response.entityTag)
        conflicts = merge.conflicts
        var base = theirs
        // Merged again before it is settled, it is a conflict again.
        for conflict in conflicts { conflict.copy(from: sent ?? self.base, to: &base) }
        self.base = base
        let touched = touched
        draft = MeetupDraft(merge.merged, in: zone)
        self.touched = touched  // the server has changed it, not the user
        return response.value
    }
}

extension MeetupEntry {
    /// As the server has it.
    fileprivate init(_ listing: MeetupListing) {
        self.init(listing.meetup.plan, repeats: listing.meetup.series?.rule)
    }
}

extension Failure {
    fileprivate init(_ kind: Kind, sentence: String, in catalogue: MessageCatalogue) {
        self.init(kind, message: catalogue.words.text(sentence, in: .meetupForm) ?? "", canRetry: false)
    }
}
