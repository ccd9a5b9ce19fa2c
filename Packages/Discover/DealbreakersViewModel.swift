public import Matching
public import Observation
import OrbitModels
public import Presentation

/// The user's dealbreakers, with a draft to edit and save.
@MainActor @Observable public final class DealbreakersViewModel {
    /// The dealbreakers being edited. Changes from other devices are merged into it, except in members that were edited
    /// here.
    public var draft = Dealbreakers.none

    private let resource: Resource<SavedDealbreakers>
    private let service: DiscoverService
    private let actions: ActionRunner<Save>
    private let words: LocalizedStrings
    /// The server's dealbreakers that the draft was last merged with.
    @ObservationIgnored private var base = Dealbreakers.none

    private enum Save { case all }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: DiscoverService, log: EventLog) {
        self.service = service
        words = log.words
        actions = ActionRunner(log: log)
        resource = Resource(.dealbreakers, on: log) { try await service.dealbreakers() }
        resource.onChange = { [weak self] in self?.merge($0?.dealbreakers) }
        log.storage.add(resource, as: "dealbreakers")
    }

    /// The dealbreakers on the server.
    public var saved: LoadState<Dealbreakers> { resource.state.map(\.dealbreakers) }

    /// Whether the draft is being saved.
    public var isSaving: Bool { !actions.inFlight.isEmpty }

    /// The most recent failure to save, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Whether there is something to save.
    public var hasChanges: Bool { saved.value.map { $0 != draft } ?? false }

    /// Loads the dealbreakers from the server. The draft keeps the members that were edited here, and its other members
    /// follow the server.
    public func load() async { await resource.load() }

    /// Saves the draft. The dealbreakers apply in both directions from the next list on.
    ///
    /// If the dealbreakers were changed elsewhere in the meantime, loads the changed version. If that version differs
    /// from the draft, returns a failure of kind `conflict`, and the user decides whether to save again.
    @discardableResult
    public func save() async -> ActionOutcome {
        guard !isSaving else { return .skipped }
        if saved.value == nil { await load() }
        guard let version = resource.state.value?.version else {
            if let failure = saved.failure { actions.refuse(failure) }
            return saved.failure.map(ActionOutcome.failed) ?? .skipped
        }
        let sent = draft
        let outcome = await actions.run(.all, "\(version) \(sent)") { key in
            let kept = try await service.update(sent, replacing: version, key: key)
            return [.changed(kept)]
        }
        guard outcome.failure?.kind == .conflict else { return outcome }
        await load()
        if !hasChanges {
            actions.clearFailure()
            return .done
        }
        return actions.refuse(
            saved.failure ?? Failure(.conflict, message: words.sentence("changed_elsewhere", in: .dealbreakers)))
    }

    private func merge(_ theirs: Dealbreakers?) {
        guard let theirs else { return }
        draft = theirs.with(draft, changedSince: base)
        base = theirs
    }
}

extension Dealbreakers {
    /// Returns these dealbreakers, with the values of `draft` for the members in which `draft` differs from `base`.
    fileprivate func with(_ draft: Dealbreakers, changedSince base: Dealbreakers) -> Dealbreakers {
        Dealbreakers(
            ages: draft.ages == base.ages ? ages : draft.ages,
            farthest: draft.farthest == base.farthest ? farthest : draft.farthest,
            freeTime: draft.freeTime == base.freeTime ? freeTime : draft.freeTime,
            goals: draft.goals == base.goals ? goals : draft.goals)
    }
}
