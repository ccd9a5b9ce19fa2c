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

    private let service: ProfileService
    private let drafts: ProfileDraftStore?
    private let time: any TimeSource
    private let zone: TimeZone
    private let catalogue: MessageCatalogue
    private var version: EntityTag?
    private var requests = LatestRequest()

    /// - Parameters:
    ///   - drafts: where an unfinished form is kept; `nil` keeps it in memory only.
    ///   - zone: the campus's, in which ages are counted.
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

    /// Loads the saved profile, and the draft where one was left unfinished. What has been typed since is
    /// kept.
    public func load() async {
        let ticket = requests.begin()
        let before = saved
        saved = .loading(previous: before.value)
        do {
            let mine = try await service.me()
            let kept = await drafts?.draft(of: mine.data.userID)
            guard requests.isCurrent(ticket) else { return }
            let isUntouched = !isEdited
            take(mine)
            if isUntouched { resume(kept) }
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

    /// Chooses an interest, or drops it.
    public func toggle(_ interest: Interest) {
        if let index = draft.interests.firstIndex(of: interest) {
            draft.interests.remove(at: index)
        } else if draft.interests.count < Limits.interests.upperBound {
            draft.interests.append(interest)
        } else {
            failure = Failure(
                message: catalogue.message(
                    for: FieldFailure(
                        path: "interests", code: .tooMany, parameters: ["max": .integer(Limits.interests.upperBound)])),
                canRetry: false)
        }
    }

    /// Adds the interest that was typed: the predefined one it means, or a new one.
    public func addCustomInterest() {
        guard let interest = InterestFolding.interest(from: customInterest) else { return }
        customInterest = ""
        if !draft.interests.contains(interest) { toggle(interest) }
    }

    /// Checks the form and saves it in one piece. On success the draft is gone and `saved` is new.
    public func save() async {
        guard !isSaving else { return }
        (isSaving, failure, refused) = (true, nil, [])
        defer { isSaving = false }
        do {
            let profile = try rules.checked(filledIn)
            guard let version else { throw ProfilesError.notLoaded }
            guard !photos.isSending else { throw ProfilesError.photosOnTheirWay }
            let mine = try await service.update(profile, replacing: version)
            take(mine)
            show(mine.data.profile)
            try await drafts?.remove()
        } catch is CancellationError {
            return
        } catch let error as ValidationError {
            await showRefusal(error.failures)
        } catch let error as APIError where error.problem?.code == .versionConflict {
            await rebase()
        } catch let error as APIError where error.problem?.fields.isEmpty == false {
            await showRefusal(error.problem?.fields ?? [])
        } catch {
            failure = Failure(error)
        }
    }

    /// The draft with the photos as they stand.
    private var filledIn: Profile {
        var profile = draft
        profile.photos = photos.sent
        return profile
    }

    private var rules: ProfileRules { ProfileRules(on: CalendarDay(time.date, in: zone)) }

    /// Whether anything differs from what the server has.
    private var isEdited: Bool { filledIn != saved.value?.profile ?? Self.blank }

    private static let blank = Profile(name: "")

    private func take(_ mine: VersionedProfile) {
        version = mine.version
        saved = .loaded(mine.data)
    }

    private func resume(_ kept: ProfileDraft?) {
        show(kept?.profile ?? saved.value?.profile)
        if let kept { step = ProfileStep(rawValue: kept.step) ?? .basicInfo }
    }

    private func show(_ profile: Profile?) {
        draft = profile ?? Self.blank
        photos.show(draft.photos)
    }

    /// Someone, perhaps the same person on another device, has saved in between. What was typed here
    /// stays; saving again replaces what they saved.
    private func rebase() async {
        do {
            take(try await service.me())
            failure = Failure(
                message: "Your profile was changed elsewhere in the meantime. Check what you entered, then save again.")
        } catch {
            failure = Failure(error)
        }
    }

    private func showRefusal(_ failures: [FieldFailure]) async {
        refused = failures
        failure = Failure(message: catalogue.message(for: failures), canRetry: false)
        if let first = progress.firstIncompleteStep { await move(to: first) }
    }

    /// Every change of step keeps the draft, so that a form can be left and resumed anywhere.
    private func move(to target: ProfileStep) async {
        step = target
        guard let user = saved.value?.userID else { return }
        do {
            try await drafts?.save(ProfileDraft(userID: user, profile: filledIn, step: target.rawValue))
        } catch is CancellationError {
            return
        } catch {
            failure = Failure(error)
        }
    }
}
