public import DurableFiles
public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The five-step profile form, for setting up and for editing.
///
/// The draft is an ordinary `Profile` that views bind to. It is checked by the same rules as on the server, stored on
/// disk at every step, and saved in one request at the end.
@MainActor @Observable public final class ProfileViewModel {
    /// The profile that the user edits. Changing it clears the server's objections.
    public var draft = Profile(name: "") {
        didSet {
            refused = []
            forgetRefusedChoice()
            touched.touch(from: oldValue, to: draft)
        }
    }
    /// The fields for which ``messages`` contains failures.
    public private(set) var touched = TouchedFields()
    /// The text of the interest that the user is typing.
    public var customInterest = ""
    /// The year or the month of birth while only one of them is chosen. The draft contains them once both are chosen.
    var typedBirth: (year: Int?, month: Int?)
    /// The step that is shown.
    public private(set) var step = ProfileStep.basicInfo
    /// The photos of the draft.
    public let photos: ProfilePhotos
    /// The profile on the server. A new account has no profile yet. A save on another device updates the value, and is
    /// merged with the changes made here.
    public var saved: LoadState<ProfileData> { resource.state.map(\.data) }
    /// Whether ``saved`` is from an earlier launch, and may be outdated.
    public var isStored: Bool { resource.isStored }
    /// The time at which ``saved`` was last current, if it is from an earlier launch.
    public var storedDate: Date? { resource.storedDate }
    /// Whether a save is in flight.
    public private(set) var isSaving = false
    /// The last failure, until the next attempt. The failure of a refused choice is removed at the next choice.
    public private(set) var failure: Failure?
    private var choiceFailed = false
    /// The server's objections when it last refused the form.
    public private(set) var refused: [FieldFailure] = []
    /// The parts that were changed here and elsewhere to different values. Until they are resolved, the draft has the
    /// values from here, and nothing is saved.
    public private(set) var conflicts: [ProfileMerge.Conflict] = []

    private let service: ProfileService
    private let resource: Resource<SavedProfile>
    private let actions: ActionRunner<Save>
    private let drafts: PerUserFile<ProfileDraft>
    private let time: any TimeSource
    let zone: TimeZone
    let catalogue: MessageCatalogue
    private var version: EntityTag?
    /// The saved profile that the draft is based on. For a part in conflict, it has the value before the conflict.
    private var base = ProfileViewModel.blank
    @ObservationIgnored private var owner: UserID?

    private enum Save { case all }

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - service: The service that loads and saves the profile.
    ///   - log: The user's log, which reports saves on other devices.
    ///   - drafts: The file for an unfinished form; `nil` keeps the form in memory only.
    ///   - zone: The time zone of the campus, for ages and free hours.
    ///   - catalogue: The messages for failures.
    public init(
        service: ProfileService, log: EventLog, drafts: DurableFile? = nil,
        // Most people are in the zone of their campus; an app that knows the zone passes it.
        zone: TimeZone = .current,
        catalogue: MessageCatalogue = .english
    ) {
        self.service = service
        self.zone = zone
        self.catalogue = catalogue
        time = log.time
        let drafts = PerUserFile<ProfileDraft>(drafts)
        self.drafts = drafts
        photos = ProfilePhotos(service: service, catalogue: catalogue)
        actions = ActionRunner(log: log)
        let found = FoundDraft()
        resource = Resource(.ownProfile, on: log) {
            let mine = try await service.me()
            found.draft = await drafts.value(of: mine.value.data.userID)
            return mine
        }
        resource.onChange = { [weak self] saved in
            self?.follow(saved, resuming: found.draft)
            found.draft = nil
        }
        log.storage.add(resource, as: "profile", isEssential: true)
    }

    /// The missing and invalid values by step: the failures of the local rules, and the server's objections.
    public var progress: ProfileProgress {
        let ours = rules.failures(in: filledIn)
        return ProfileProgress(ours + refused.filter { !ours.contains($0) })
    }

    /// Whether the current step is complete, so that the form may continue.
    public var isCurrentStepValid: Bool { progress[step].isComplete }

    /// Marks a field as touched when the user leaves it, so that its failures are shown.
    public func touch(_ path: String) { touched.touch(path) }

    /// The messages for the failures of the current step. Until the user tries to continue or to save, they cover only
    /// the fields that the user has changed or left.
    public var messages: [String] {
        touched.shown(of: progress[step].blocking).map { catalogue.message(for: $0, in: .profile) }
    }

    /// Returns the messages for the failures of a field and its members, to show next to the field. As in ``messages``,
    /// only the failures of touched fields are shown.
    ///
    /// - Parameter path: The path of the field, such as `location` or `location.city`. Its step need not be shown.
    /// - Returns: The messages in one text; `nil` without a failure.
    public func message(for path: String) -> String? {
        let failures = touched.shown(of: ProfileStep(path: path).map { progress[$0].blocking } ?? progress.elsewhere)
            .filter { $0.path == path || $0.path.hasPrefix(path + ".") || $0.path.hasPrefix(path + "[") }
        return failures.isEmpty ? nil : catalogue.message(for: failures, in: .profile)
    }

    /// Whether the current step is the last step.
    public var isLastStep: Bool { step == ProfileStep.allCases.last }

    /// The completeness of the draft, with the benefit of each missing part.
    public var completeness: ProfileCompleteness { ProfileCompleteness(of: filledIn, by: rules) }

    /// The changes that saving would make.
    public var changes: [ProfileChange] {
        ProfileChange.changes(from: saved.value?.profile ?? Self.blank, to: filledIn)
    }

    /// Loads the saved profile. If the form has no edits, also restores the unfinished draft that is stored on disk.
    /// Edits in the form are kept, and merged with saves from elsewhere.
    public func load() async { await resource.load() }

    /// Restores the unfinished draft if the saved profile is from an earlier launch. A load restores it as well, but an
    /// offline start has no load.
    package func resumeStoredDraft() async {
        guard isStored, let saved = resource.state.value,
            let unfinished = await drafts.value(of: saved.data.userID), isStored, !isEdited
        else { return }
        follow(saved, resuming: unfinished)
    }

    /// Merges a saved profile into the draft.
    ///
    /// - Parameters:
    ///   - saved: The profile on the server.
    ///   - unfinished: The stored form, if it was just found on disk.
    private func follow(_ saved: SavedProfile?, resuming unfinished: ProfileDraft?) {
        guard let saved, !isSaving else { return }
        guard saved.version != version || owner != saved.data.userID || unfinished != nil else { return }
        if let owner, owner != saved.data.userID { forget() }
        owner = saved.data.userID
        if !isEdited, let unfinished { resume(unfinished) }
        merge(saved, into: filledIn, since: base)
    }

    /// Moves to the next step if the current step is complete.
    public func next() async {
        for field in step.fields { touched.touch(field) }
        guard isCurrentStepValid, let index = ProfileStep.allCases.firstIndex(of: step),
            index + 1 < ProfileStep.allCases.count
        else { return }
        await move(to: ProfileStep.allCases[index + 1])
    }

    /// Moves to the previous step.
    public func back() async {
        guard let index = ProfileStep.allCases.firstIndex(of: step), index > 0 else { return }
        await move(to: ProfileStep.allCases[index - 1])
    }

    /// Moves to `target` if all earlier steps are complete, and otherwise to the first incomplete step.
    public func go(to target: ProfileStep) async {
        let before = ProfileStep.allCases.prefix { $0 != target }
        let incomplete = before.first { !progress[$0].isComplete }
        for field in incomplete?.fields ?? [] { touched.touch(field) }
        await move(to: incomplete ?? target)
    }

    /// Opens the form at `step`, regardless of the step that was open before.
    public func beginEditing(at step: ProfileStep = .basicInfo) {
        self.step = step
        (failure, choiceFailed) = (nil, false)
    }

    /// Discards all edits: shows the saved profile again, and deletes the draft. Has no effect while a save is in
    /// flight.
    public func cancelEditing() async {
        guard !isSaving else { return }
        base = saved.value?.profile ?? Self.blank
        (conflicts, customInterest, step, typedBirth) = ([], "", .basicInfo, (nil, nil))
        photos.clear()
        show(base)
        touched.reset()
        (failure, choiceFailed) = (nil, false)
        do {
            try await drafts.remove()
        } catch {
            failure = Failure(error, in: catalogue.words)
        }
    }

    /// Deletes the draft when its owner signs out. Discards pending and later writes.
    ///
    /// - Throws: The error of the file if the draft is still on disk.
    package func leave() async throws {
        try await drafts.end()
    }

    /// Resolves a conflict with the value of `side`. Has no effect if the conflict is not in ``conflicts``.
    public func settle(_ conflict: ProfileMerge.Conflict, with side: ProfileMerge.Side) {
        guard conflicts.contains(conflict) else { return }
        conflicts.removeAll { $0 == conflict }
        let theirs = saved.value?.profile ?? Self.blank
        conflict.part.copy(from: theirs, to: &base)
        if side == .theirs { conflict.part.copy(from: theirs, to: &draft) }
    }

    /// Checks the form and saves it in one request. On success, deletes the draft and updates `saved`.
    ///
    /// If the profile was saved elsewhere in the meantime, the two versions are merged and saved together. If both
    /// changed the same part, `conflicts` contains the part, and nothing is saved until it is resolved.
    @discardableResult
    public func save() async -> ActionOutcome {
        guard !isSaving else { return .skipped }
        (isSaving, failure, choiceFailed, refused) = (true, nil, false, [])
        touched.submit()
        let outcome = await actions.run(.all) { key in
            do {
                return [LogEvent(.profileChanged, data: try await saveMerged(key))]
            } catch let error as ValidationError {
                throw Failure(error.failures, in: .profile, of: catalogue)
            }
        }
        isSaving = false
        follow(resource.state.value, resuming: nil)
        if let failed = outcome.failure { await show(failed) }
        return outcome
    }

    /// The draft with the photos that are on the server.
    var filledIn: Profile {
        var profile = draft
        profile.photos = photos.sent
        return profile
    }

    /// The current day on the campus's calendar.
    var today: CalendarDay { CalendarDay(time.date, in: zone) }

    /// Shows the reason why a choice was refused.
    func refuse(_ reason: FieldFailure) {
        choiceFailed = true
        failure = Failure(message: catalogue.message(for: reason, in: .profile), canRetry: false)
    }

    /// Removes the failure of a refused choice, because the user has made another choice.
    func forgetRefusedChoice() {
        if choiceFailed { (failure, choiceFailed) = (nil, false) }
    }

    private var rules: ProfileRules { ProfileRules(on: today) }

    /// Whether the draft differs from the saved profile that it is based on.
    private var isEdited: Bool { filledIn != base }

    private nonisolated static let blank = Profile(name: "")

    /// The maximum number of retries after the profile changed during the save.
    private static let maxMerges = 3

    private func saveMerged(_ key: IdempotencyKey) async throws -> SavedProfile {
        for _ in 0...Self.maxMerges {
            guard conflicts.isEmpty else { throw ProfilesError.conflictsToSettle }
            let typed = filledIn
            let sent = try rules.checked(typed)
            guard let version else { throw ProfilesError.notLoaded }
            guard !photos.isSending else { throw ProfilesError.photosOnTheirWay }
            do {
                let saved = try await service.update(sent, replacing: version, key: key)
                // Edits made while the request was in flight are kept.
                let mine = filledIn
                merge(saved, into: mine == typed ? sent : mine, since: sent)
                if isEdited { await keepDraft() } else { try await drafts.remove() }
                return saved
            } catch let error as APIError where error.problem?.code == .versionConflict {
                await resource.load()
                if let failure = resource.state.failure { throw failure }
                guard let saved = resource.state.value else { throw CancellationError() }
                let mine = filledIn
                merge(saved, into: mine == typed ? sent : mine, since: base)
            }
        }
        throw ProfilesError.changedTooOften
    }

    /// Updates the saved profile, and keeps the changes in the draft since `base`.
    private func merge(_ saved: SavedProfile, into mine: Profile, since base: Profile) {
        let theirs = saved.data.profile ?? Self.blank
        let merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        version = saved.version
        conflicts = merge.conflicts
        self.base = theirs
        // A part in conflict keeps its old base. So the next merge finds the conflict again if the user has not
        // resolved it by then.
        for conflict in conflicts { conflict.part.copy(from: base, to: &self.base) }
        show(merge.merged)
    }

    private func resume(_ kept: ProfileDraft) {
        base = kept.base ?? Self.blank
        step = ProfileStep(rawValue: kept.step) ?? .basicInfo
        show(kept.profile)
    }

    private func show(_ profile: Profile) {
        let touched = touched
        draft = profile
        self.touched = touched  // the server or a file has changed it, not the user
        photos.show(profile.photos)
    }

    /// Clears the values of the previous user.
    private func forget() {
        (version, base, conflicts, step, typedBirth) = (nil, Self.blank, [], .basicInfo, (nil, nil))
        photos.clear()
        show(Self.blank)
        touched.reset()
    }

    private func show(_ failed: Failure) async {
        guard !failed.fields.isEmpty else {
            failure = failed
            return
        }
        refused = failed.fields
        failure = Failure(failed.fields, in: .profile, of: catalogue)
        if let first = progress.firstIncompleteStep { await move(to: first) }
    }

    /// Moves to `target` and stores the draft, so that the user can leave the form and resume it at any step.
    private func move(to target: ProfileStep) async {
        step = target
        await keepDraft()
    }

    private func keepDraft() async {
        guard let user = saved.value?.userID else { return }
        do {
            try await drafts.keep(ProfileDraft(profile: filledIn, base: base, step: step.rawValue), of: user)
        } catch is CancellationError {
            return
        } catch {
            failure = Failure(error, in: catalogue.words)
        }
    }

    /// The draft that was on disk when the profile was last loaded.
    @MainActor private final class FoundDraft {
        var draft: ProfileDraft?
    }
}
