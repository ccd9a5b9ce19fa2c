import Networking
public import Observation
import OrbitModels
public import Presentation

/// What somebody will not do without, to be changed and saved.
@MainActor @Observable public final class DealbreakersViewModel {
    /// What the server has.
    public private(set) var saved: LoadState<Dealbreakers> = .idle
    /// What is being changed.
    public var draft = Dealbreakers.none
    public private(set) var isSaving = false
    /// What went wrong last with saving, until the next attempt.
    public private(set) var failure: Failure?
    /// Called once they are saved.
    @ObservationIgnored package var didSave: @MainActor () async -> Void = {}

    private let service: DiscoverService
    /// Of ``saved``.
    private var version: EntityTag?
    private var requests = LatestRequest()

    public init(service: DiscoverService) {
        self.service = service
    }

    /// Whether there is something to save.
    public var hasChanges: Bool { saved.value.map { $0 != draft } ?? false }

    /// Asks the server. What was changed here is kept, what was not follows the server.
    public func load() async {
        let ticket = requests.begin()
        let before = saved.settled
        saved = .loading(previous: before.value)
        do {
            let loaded = try await service.dealbreakers()
            guard requests.isCurrent(ticket) else { return }
            show(loaded, since: before.value ?? .none)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            saved = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// Saves the draft. It holds in both directions from the next list on.
    ///
    /// If they were changed elsewhere in the meantime, that is loaded and told, and saving again is a decision.
    public func save() async {
        guard !isSaving else { return }
        if await saveDraft() { await didSave() }
    }

    /// Returns whether the server has it.
    private func saveDraft() async -> Bool {
        (isSaving, failure) = (true, nil)
        defer { isSaving = false }
        if version == nil { await load() }
        guard let version else {
            failure = saved.failure
            return false
        }
        let sent = draft
        do {
            let kept = try await service.update(sent, replacing: version)
            _ = requests.begin()  // whatever is being loaded is older than this
            show(kept, since: sent)
        } catch let error as APIError where error.problem?.code == .versionConflict {
            await load()
            failure = saved.failure ?? (hasChanges ? Self.changedElsewhere : nil)
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
            return false
        }
        return failure == nil
    }

    private nonisolated static let changedElsewhere = Failure(
        message: "Your dealbreakers were changed elsewhere in the meantime. Look them over, then save again.")

    private func show(_ theirs: VersionedDealbreakers, since base: Dealbreakers) {
        draft = theirs.dealbreakers.with(draft, changedSince: base)
        (saved, version) = (.loaded(theirs.dealbreakers), theirs.version)
    }
}

extension Dealbreakers {
    /// These, with whatever is different in `draft` from `base`.
    fileprivate func with(_ draft: Dealbreakers, changedSince base: Dealbreakers) -> Dealbreakers {
        Dealbreakers(
            ages: draft.ages == base.ages ? ages : draft.ages,
            farthest: draft.farthest == base.farthest ? farthest : draft.farthest,
            sharedHours: draft.sharedHours == base.sharedHours ? sharedHours : draft.sharedHours,
            goals: draft.goals == base.goals ? goals : draft.goals)
    }
}
