public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The five-step profile form, for setting up and for editing.
///
/// The draft is an ordinary `Profile` that views bind to. It is checked by the same rules as on the
/// server, kept on disk at every step, and saved in one piece at the end.
@MainActor @Observable public final class ProfileViewModel {
    /// What is being filled in. Changing it takes back what the server objected to.
    public var draft = Profile(name: "") {
        didSet { refused = [] }
    }
    /// The interest being typed.
    public var customInterest = ""
    public private(set) var step = ProfileStep.basicInfo
    public let photos: ProfilePhotos
    /// The profile as the server has it; without one for a new account.
    public private(set) var saved: LoadState<ProfileData> = .idle
    public private(set) var isSaving = false
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?
    /// What the server objected to when it last refused the form.
    public private(set) var refused: [FieldFailure] = []
    /// What was changed here and elsewhere to different values. Until it is settled, the draft has what was
    /// changed here, and nothing is saved.
    public private(set) var conflicts: [ProfileMerge.Conflict] = []

    private let service: ProfileService
    private let drafts: ProfileDraftStore?
    private let time: any TimeSource
    let zone: TimeZone
    private let catalogue: MessageCatalogue
    private var version: EntityTag?
    /// The saved profile that the draft began with; where there is a conflict, as it was before it.
    private var base = ProfileViewModel.blank
    private var requests = LatestRequest()

    /// - Parameters:
    ///   - drafts: where an unfinished form is kept; `nil` keeps it in memory only.
    ///   - zone: the campus's, in which ages are counted and hours are free.
    public init(
        service: ProfileService, drafts: ProfileDraftStore? = nil, zone: TimeZone = .current,
        catalogue: MessageCatalogue = .english, time: any TimeSource = SystemClock()
    ) {
        self.service = service
        self.drafts = drafts
        self.zone = zone
        self.catalogue = catalogue
        self.time = time
        photos = ProfilePhotos(service: service, catalogue: catalogue)
    }

    /// What is missing or wrong, by step: by our own rules, or by the server's where it has refused.
    public var progress: ProfileProgress {
        let ours = rules.failures(in: filledIn)
        return ProfileProgress(ours + refused.filter { !ours.contains($0) })
    }

    /// Whether the form may go on from the current step.
    public var isCurrentStepValid: Bool { progress[step].isComplete }

    /// The failures of the current step in words.
    public var messages: [String] { progress[step].blocking.map { catalogue.message(for: $0) } }

    public var isLastStep: Bool { step == ProfileStep.allCases.last }

    /// How much is filled in, and what the rest would bring.
    public var completeness: ProfileCompleteness { ProfileCompleteness(of: filledIn, by: rules) }

    /// What saving would change.
    public var changes: [ProfileChange] {
        ProfileChange.changes(from: saved.value?.profile ?? Self.blank, to: filledIn)
    }

    /// Loads the saved profile, and the draft where one was left unfinished. What has been typed since is
    /// kept and merged with what was saved elsewhere.
    public func load() async {
        let ticket = requests.begin()
        let before = saved.settled
        saved = .loading(previous: before.value)
        do {
            let answer = try await service.me()
            let kept = await drafts?.draft(of: answer.data.userID)
            guard requests.isCurrent(ticket) else { return }
            if let owner = before.value?.userID, owner != answer.data.userID { forget() }
            if !isEdited, let kept { resume(kept) }
            merge(answer, into: filledIn, since: base)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            saved = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// Goes to the next step, if this one is complete.
    public func next() async {
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
        await move(to: before.first { !progress[$0].isComplete } ?? target)
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
    ///
    /// - Returns: whether the server has kept it.
    @discardableResult
    public func save() async -> Bool {
        guard !isSaving else { return false }
        (isSaving, failure, refused) = (true, nil, [])
        defer { isSaving = false }
        do {
            try await saveMerged()
            return true
        } catch is CancellationError {
            return false
        } catch let error as ValidationError {
            await showRefusal(error.failures)
        } catch let error as APIError where error.problem?.fields.isEmpty == false {
            await showRefusal(error.problem?.fields ?? [])
        } catch {
            failure = Failure(error)
        }
        return false
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
        failure = Failure(message: catalogue.message(for: reason), canRetry: false)
    }

    private var rules: ProfileRules { ProfileRules(on: today) }

    /// Whether anything differs from the saved profile that the draft began with.
    private var isEdited: Bool { filledIn != base }

    private nonisolated static let blank = Profile(name: "")

    /// How often a profile that changes under one's hands is merged before giving up.
    private static let mostMerges = 3

    private func saveMerged() async throws {
        for _ in 0...Self.mostMerges {
            guard conflicts.isEmpty else { throw ProfilesError.conflictsToSettle }
            let typed = filledIn
            let sent = try rules.checked(typed)
            guard let version else { throw ProfilesError.notLoaded }
            guard !photos.isSending else { throw ProfilesError.photosOnTheirWay }
            do {
                let answer = try await service.update(sent, replacing: version)
                _ = requests.begin()  // whatever is being loaded is older than this
                // What was typed while it was on its way is not lost.
                let mine = filledIn
                merge(answer, into: mine == typed ? sent : mine, since: sent)
                if isEdited { await keepDraft() } else { try await drafts?.remove() }
                return
            } catch let error as APIError where error.problem?.code == .versionConflict {
                let answer = try await service.me()
                let mine = filledIn
                merge(answer, into: mine == typed ? sent : mine, since: base)
            }
        }
        throw ProfilesError.changedTooOften
    }

    /// Takes over what the server has, and leaves in the draft what was changed since `base`.
    private func merge(_ answer: VersionedProfile, into mine: Profile, since base: Profile) {
        let theirs = answer.data.profile ?? Self.blank
        let merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        version = answer.version
        saved = .loaded(answer.data)
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
        draft = profile
        photos.show(profile.photos)
    }

    /// Forgets whoever was here before.
    private func forget() {
        (version, base, conflicts, step) = (nil, Self.blank, [], .basicInfo)
        photos.clear()
        show(Self.blank)
    }

    private func showRefusal(_ failures: [FieldFailure]) async {
        refused = failures
        failure = Failure(message: catalogue.message(for: failures), canRetry: false)
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
            try await drafts?.save(ProfileDraft(userID: user, profile: filledIn, base: base, step: step.rawValue))
        } catch is CancellationError {
            return
        } catch {
            failure = Failure(error)
        }
    }
}
