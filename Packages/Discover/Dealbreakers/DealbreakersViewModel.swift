import Networking
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
    /// Of ``saved``.
    private var version: EntityTag?
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
            let loaded = try await service.dealbreakers()
            guard requests.isCurrent(ticket) else { return }
            (saved, version) = (.loaded(loaded.dealbreakers), loaded.version)
            if isUntouched { draft = loaded.dealbreakers }
        } catch {
            guard requests.isCurrent(ticket) else { return }
            saved = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// Saves the draft. It holds in both directions from the next list on: load Discover again.
    public func save() async {
        guard !isSaving, let version else { return }
        (isSaving, failure) = (true, nil)
        defer { isSaving = false }
        do {
            let kept = try await service.set(draft, replacing: version)
            _ = requests.begin()
            (saved, self.version) = (.loaded(kept.dealbreakers), kept.version)
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }
}
