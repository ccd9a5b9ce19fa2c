public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The form for a new or edited meetup.
///
/// The draft is checked by the same rules as on the server. It is kept if saving fails.
///
/// ```swift
/// let form = MeetupFormViewModel(service: service, log: log, zone: campusZone)
/// form.draft.entry.title = "Tennis at the park"
/// form.draft.start.wall = LocalDateTime("2026-11-22T18:30:00")
/// if let warning = form.draft.start.warning(in: form.draft.zone) { print(warning.message()) }
/// await form.save()
/// ```
@MainActor @Observable public final class MeetupFormViewModel {
    /// The draft that the user fills in. A change of the draft clears the failures in ``refused``.
    public var draft: MeetupDraft {
        didSet {
            guard draft != oldValue else { return }
            refused = []
            touched.touch(from: oldValue.filledIn, to: draft.filledIn)
        }
    }
    /// The fields whose failures ``message(for:)`` shows.
    public private(set) var touched = TouchedFields()
    /// The meetup on the server. The value is `nil` until a new meetup is saved or an edited meetup is loaded.
    public private(set) var saved: MeetupListing?
    /// The parts that were changed here and on the server to different values.
    ///
    /// Until ``settle(_:keepsMine:)`` resolves them, the draft keeps the values entered here, and nothing is saved.
    public private(set) var conflicts: [MeetupEntryMerge.FieldGroup] = []
    /// The failures that the server reported when it last refused the form.
    public private(set) var refused: [FieldFailure] = []

    private let service: MeetupService
    private let actions: ActionRunner<Step>
    private let time: any TimeSource
    private let zone: TimeZone
    private let catalogue: MessageCatalogue
    private let id: MeetupID?
    private var version: EntityTag?
    /// The baseline of the draft: the server's values, except for parts in conflict.
    private var base: MeetupEntry
    /// A created meetup whose response was lost, although the log shows that the creation succeeded.
    ///
    /// The same request with the same key returns the response again.
    @ObservationIgnored private var unread: (entry: MeetupEntry, key: IdempotencyKey)?

    /// Returns further reasons why the user cannot host the entered meetup.
    ///
    /// See ``init(editing:service:log:zone:catalogue:obstacles:)``.
    public typealias Obstacles = @MainActor (_ entry: MeetupEntry, _ saved: MeetupPlan?) -> [FieldFailure]

    private let obstacles: Obstacles

    private enum Step { case load, save }

    /// Creates the form for a new meetup, or for a meetup that ``load()`` loads.
    ///
    /// - Parameters:
    ///   - id: The meetup to edit, or `nil` for a new meetup.
    ///   - service: The service that loads and saves the meetup.
    ///   - log: The event log of the user.
    ///   - zone: The time zone of the campus, which new meetups use.
    ///   - catalogue: The texts of failures and rules.
    ///   - obstacles: Returns failures for this user that are not part of the rules of a plan, such as more places than
    ///     the user may host. The arguments are the entry and the plan that an edit replaces.
    public init(
        editing id: MeetupID? = nil, service: MeetupService, log: EventLog, zone: TimeZone,
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

    /// Whether a load or a save is in flight.
    public var isBusy: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// The failures of the draft, including warnings: those of the local rules, and those that the server reported.
    public var failures: [FieldFailure] {
        let ours = failures(in: draft.filledIn)
        return ours + refused.filter { !ours.contains($0) }
    }

    /// Whether the form can be saved.
    public var isValid: Bool { failures.blocking.isEmpty }

    /// Marks a field as touched after the user has left it. Failures of touched fields are shown.
    public func touch(_ path: String) { touched.touch(path) }

    /// Returns the failure of a field in words, or `nil` if the field is valid.
    ///
    /// The result is also `nil` until the user has changed or left the field, or has tried to save the form.
    ///
    /// - Parameter path: The path on the wire, such as `end_time`, `place.link` or `interest_tags[2]`.
    public func message(for path: String) -> String? {
        guard touched.contains(path) else { return nil }
        return failures.first { $0.path == path }.map { catalogue.message(for: $0, in: .meetup) }
    }

    /// The recurrence rule in words, such as `every Tuesday, 8 times`.
    ///
    /// The value is `nil` if the meetup does not repeat, or if meetups do not support the rule.
    public var repetition: String? {
        guard let rule = draft.entry.repeats else { return nil }
        let start = saved?.meetup.series?.occurrence ?? draft.start.wall
        return start.flatMap {
            SeriesPosition(id: "", rule: rule, occurrence: $0).message(in: catalogue.words)
        }
    }

    /// The possible scopes of an edit. It is empty if the meetup is not part of a series.
    public var scopes: [SeriesScope] { saved?.meetup.scopes ?? [] }

    /// Whether the draft differs from its baseline.
    public var isEdited: Bool { draft.filledIn != base }

    /// Loads the meetup that is edited. Keeps changes that the user has made in the meantime.
    @discardableResult
    public func load() async -> ActionOutcome {
        guard let id = saved?.id ?? id else { return .skipped }
        return await actions.run(.load) { _ in
            follow(try await service.meetup(id))
            return []
        }
    }

    /// Resolves a conflict.
    ///
    /// - Parameters:
    ///   - conflict: The part in conflict.
    ///   - keepsMine: Whether to keep the value entered here. Otherwise the draft takes the server's value.
    public func settle(_ conflict: MeetupEntryMerge.FieldGroup, keepsMine: Bool) {
        guard let saved, conflicts.contains(conflict) else { return }
        conflicts.removeAll { $0 == conflict }
        let theirs = MeetupEntry(saved)
        conflict.copy(from: theirs, to: &base)
        guard !keepsMine else { return }
        var entry = draft.filledIn
        conflict.copy(from: theirs, to: &entry)
        draft = MeetupDraft(entry, in: zone)
    }

    /// Checks the form and saves it.
    ///
    /// If the meetup was changed on the server in the meantime, the changes are merged and saved. If both sides changed
    /// the same part, ``conflicts`` contains it, and nothing is saved until it is resolved. Without changes, nothing is
    /// sent, so a meetup is not created twice.
    ///
    /// - Parameter scope: The occurrences of a series to change, or `nil` for this occurrence alone.
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
        // The request failed, but the log contains its effect. `ActionRunner` then returns `.done`.
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

    /// Returns the failures of the local rules.
    private func failures(in entry: MeetupEntry) -> [FieldFailure] {
        let (plan, rule) = (saved?.meetup.plan, saved?.meetup.series?.rule)
        let failures = MeetupPlanRules(at: time.date, replacing: plan, rule: rule).failures(in: entry)
        // An edit that leaves out the rule keeps it on the server. It must not look as if it ended the series.
        let isRuleGone = rule != nil && entry.repeats == nil
        return failures + obstacles(entry, plan)
            + (isRuleGone ? [FieldFailure(path: "repeats", code: .notAllowed)] : [])
    }

    /// The number of merges before a save fails because the meetup keeps changing.
    private static let maxMerges = 3

    private func send(scope: SeriesScope?, key: IdempotencyKey) async throws -> MeetupListing {
        try await readUnread()
        for _ in 0...Self.maxMerges {
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

    /// Updates the baseline to the server's value, and keeps later changes of the draft.
    ///
    /// - Parameters:
    ///   - response: The server's value.
    ///   - sent: The entry that the server has just saved, if any. It becomes the base of the merge, so text that the
    ///     user has typed since then is kept.
    @discardableResult
    private func follow(_ response: Response<MeetupListing>, sent: MeetupEntry? = nil) -> MeetupListing {
        let theirs = MeetupEntry(response.value)
        let merge = MeetupEntryMerge(base: sent ?? base, mine: draft.filledIn, theirs: theirs)
        (saved, version) = (response.value, response.entityTag)
        conflicts = merge.conflicts
        var base = theirs
        // With the old value in the base, the next merge reports the conflict again.
        for conflict in conflicts { conflict.copy(from: sent ?? self.base, to: &base) }
        self.base = base
        let touched = touched
        draft = MeetupDraft(merge.merged, in: zone)
        self.touched = touched  // the server has made these changes, not the user
        return response.value
    }
}

extension MeetupEntry {
    /// Creates the entry of the meetup on the server.
    fileprivate init(_ listing: MeetupListing) {
        self.init(listing.meetup.plan, repeats: listing.meetup.series?.rule)
    }
}

extension Failure {
    fileprivate init(_ kind: Kind, sentence: String, in catalogue: MessageCatalogue) {
        self.init(kind, message: catalogue.words.text(sentence, in: .meetupForm) ?? "", canRetry: false)
    }
}
