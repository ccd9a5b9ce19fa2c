public import Observation
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

    private let service: DiscoverService
    private var requests = LatestRequest()

    public init(service: DiscoverService) {
        self.service = service
    }

    /// Whether there is something to save.
    public var hasChanges: Bool { saved.value.map { $0 != draft } ?? false }

    /// Asks the server. What was being changed is kept.
    public func load() async {
        let ticket = requests.begin()
        let (before, isUntouched) = (saved, !hasChanges)
        saved = .loading(previous: before.value)
        do {
            let dealbreakers = try await service.dealbreakers()
            guard requests.isCurrent(ticket) else { return }
            saved = .loaded(dealbreakers)
            if isUntouched { draft = dealbreakers }
        } catch {
            guard requests.isCurrent(ticket) else { return }
            saved = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// Saves the draft. It holds in both directions from the next list on: load Discover again.
    public func save() async {
        guard !isSaving else { return }
        (isSaving, failure) = (true, nil)
        defer { isSaving = false }
        do {
            let kept = try await service.set(draft)
            _ = requests.begin()
            saved = .loaded(kept)
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }
}
