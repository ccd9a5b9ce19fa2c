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
/// The draft is an ordinary `Profile` that views bind to. It is checked by the same rules as on the
/// server, kept on disk at every step, and saved in one piece at the end.
@MainActor @Observable public final class ProfileViewModel {
    /// What is being filled in. Changing it takes back what the server objected to.
    public var draft = Profile(name: "") {
        didSet {
            refused = []
            forgetRefusedChoice()
            touched.touch(from: oldValue, to: draft)
        }
    }
    /// The fields whose failures ``messages`` show.
    public private(set) var touched = TouchedFields()
    /// The interest being typed.
    public var customInterest = ""
    /// A year or a month of birth without the other: together they stand in the draft.
    var typedBirth: (year: Int?, month: Int?)
    /// The step that is shown.
    public private(set) var step = ProfileStep.basicInfo
    /// The photos of the draft.
    public let photos: ProfilePhotos
    /// The profile as the server has it; without one for a new account.
    /// What is saved on another device comes in by itself, and is merged with what was changed here.
    public var saved: LoadState<ProfileData> { resource.state.map(\.data) }
    /// Whether a save is in flight.
    public private(set) var isSaving = false
    /// What went wrong last, until the next attempt; after a choice that was not taken, until the next choice.
    public private(set) var failure: Failure?
    private var choiceFailed = false
    /// What the server objected to when it last refused the form.
    public private(set) var refused: [FieldFailure] = []
    /// What was changed here and elsewhere to different values. Until it is settled, the draft has what was
    /// changed here, and nothing is saved.
    public private(set) var conflicts: [ProfileMerge.Conflict] = []

    private let service: ProfileService
    private let resource: Resource<SavedProfile>
    private let actions: ActionRunner<Save>
    private let drafts: PersonalFile<ProfileDraft>
    private let time: any TimeSource
    let zone: TimeZone
    let catalogue: MessageCatalogue
    private var version: EntityTag?
    /// The saved profile that the draft began with; where there is a conflict, as it was before it.
    private var base = ProfileViewModel.blank
    @ObservationIgnored private var owner: UserID?

    private enum Save { case all }

    /// - Parameters:
    ///   - drafts: where an unfinished form is kept; `nil` keeps it in memory only.
    ///   - zone: the campus's, in which ages are counted and hours are free.
    public init(
        service: ProfileService, log: PersonLog, drafts: DurableFile? = nil,
        // Most people are in the zone of their campus; an app that knows the zone passes it.
        zone: TimeZone = .current,
        catalogue: MessageCatalogue = .english
    ) {
        self.service = service
        self.zone = zone
        self.catalogue = catalogue
        time = log.time
        let drafts = PersonalFile<ProfileDraft>(drafts)
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
    }

    /// What is missing or wrong, by step: by our own rules, or by the server's where it has refused.
    public var progress: ProfileProgress {
        let ours = rules.failures(in: filledIn)
        return ProfileProgress(ours + refused.filter { !ours.contains($0) })
    }

    /// Whether the form may go on from the current step.
    public var isCurrentStepValid: Bool { progress[step].isComplete }

    /// Notes that the user has left a field, so that its failures show.
    public func touch(_ path: String) { touched.touch(path) }

    /// The failures of the current step in words: those of fields that the user has changed or left, and all once the user
    /// has tried to go on or to save.
    public var messages: [String] {
        touched.shown(of: progress[step].blocking).map { catalogue.message(for: $0, in: .profile) }
    }

    /// Whether the step that is shown is the last.
    public var isLastStep: Bool { step == ProfileStep.allCases.last }

    /// How much is filled in, and what the rest would bring.
    public var completeness: ProfileCompleteness { ProfileCompleteness(of: filledIn, by: rules) }

    /// What saving would change.
    public var changes: [ProfileChange] {
        ProfileChange.changes(from: saved.value?.profile ?? Self.blank, to: filledIn)
    }

    /// Loads the saved profile, and the draft where one was left unfinished. What has been typed since is
    /// kept and merged with what was saved elsewhere.
    public func load() async { await resource.load() }

    /// - Parameter unfinished: the form as it was left, when it was just found on disk.
    private func follow(_ saved: SavedProfile?, resuming unfinished: ProfileDraft?) {
        guard let saved, !isSaving else { return }
        guard saved.version != version || owner != saved.data.userID || unfinished != nil else { return }
        if let owner, owner != saved.data.userID { forget() }
        owner = saved.data.userID
        if !isEdited, let unfinished { resume(unfinished) }
        merge(saved, into: filledIn, since: base)
    }

    /// Goes to the next step, if this one is complete.
    public func next() async {
        for field in step.fields { touched.touch(field) }
        guard isCurrentStepValid, let index = ProfileStep.allCases.firstIndex(of: step),
            index + 1 < ProfileStep.allCases.count
        else { return }
        await move(to: ProfileStep.allCases[index + 1])
    }

    /// Goes to the step before.
    public func back() async {
        guard let index = ProfileStep.allCases.firstIndex(of: step), index > 0 else { return }
        await move(to: ProfileStep.allCases[index - 1])
    }

    /// Goes to any step whose predecessors are all complete; to the first that is not otherwise.
    public func go(to target: ProfileStep) async {
        let before = ProfileStep.allCases.prefix { $0 != target }
        let incomplete = before.first { !progress[$0].isComplete }
        for field in incomplete?.fields ?? [] { touched.touch(field) }
        await move(to: incomplete ?? target)
    }

    /// Opens the form at a step, whatever step was open before.
    public func beginEditing(at step: ProfileStep = .basicInfo) {
        self.step = step
        (failure, choiceFailed) = (nil, false)
    }

    /// Leaves the form as if it had never been opened: the saved profile stands in it again, and the draft is gone.
    /// Nothing happens while it is being saved.
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

    /// Forgets the draft for good, as its owner signs out. What is still to be written is not.
    ///
    /// - Throws: the file's error if the draft is still on disk.
    package func leave() async throws {
        try await drafts.end()
    }

    /// Decides what becomes of something that was changed here and elsewhere.
    public func settle(_ conflict: ProfileMerge.Conflict, with side: ProfileMerge.Side) {
        guard conflicts.contains(conflict) else { return }
        conflicts.removeAll { $0 == conflict }
        let theirs = saved.value?.profile ?? Self.blank
        conflict.part.copy(from: theirs, to: &base)
        if side == .theirs { conflict.part.copy(from: theirs, to: &draft) }
    }

    /// Checks the form and saves it in one piece. On success the draft is gone and `saved` is new.
    ///
    /// If it was saved elsewhere in the meantime, both are merged and saved together, unless both changed the
    /// same thing: then `conflicts` says what, and nothing is saved until it is settled.
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

    /// The draft with the photos as they stand.
    var filledIn: Profile {
        var profile = draft
        profile.photos = photos.sent
        return profile
    }

    /// The day on the campus's calendar.
    var today: CalendarDay { CalendarDay(time.date, in: zone) }

    /// Says what is wrong with a choice that was not taken.
    func refuse(_ reason: FieldFailure) {
        choiceFailed = true
        failure = Failure(message: catalogue.message(for: reason, in: .profile), canRetry: false)
    }

    /// A choice is made: what was wrong with the choice before is no longer shown.
    func forgetRefusedChoice() {
        if choiceFailed { (failure, choiceFailed) = (nil, false) }
    }

    private var rules: ProfileRules { ProfileRules(on: today) }

    /// Whether anything differs from the saved profile that the draft began with.
    private var isEdited: Bool { filledIn != base }

    private nonisolated static let blank = Profile(name: "")

    /// How often a profile that changes during the save is merged before giving up.
    private static let mostMerges = 3

    private func saveMerged(_ key: IdempotencyKey) async throws -> SavedProfile {
        for _ in 0...Self.mostMerges {
            guard conflicts.isEmpty else { throw ProfilesError.conflictsToSettle }
            let typed = filledIn
            let sent = try rules.checked(typed)
            guard let version else { throw ProfilesError.notLoaded }
            guard !photos.isSending else { throw ProfilesError.photosOnTheirWay }
            do {
                let saved = try await service.update(sent, replacing: version, key: key)
                // What was typed while it was in flight is not lost.
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

    /// Takes over what the server has, and leaves in the draft what was changed since `base`.
    private func merge(_ saved: SavedProfile, into mine: Profile, since base: Profile) {
        let theirs = saved.data.profile ?? Self.blank
        let merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        version = saved.version
        conflicts = merge.conflicts
        self.base = theirs
        // Merged again before it is settled, it is a conflict again.
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

    /// Forgets the previous user.
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

    /// Every change of step keeps the draft, so that a form can be left and resumed anywhere.
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
