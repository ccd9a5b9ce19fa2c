public import Observation
public import OrbitModels
public import Presentation

/// The list of suggested people, a page at a time.
@MainActor @Observable public final class DiscoverViewModel {
    /// Everyone loaded so far, best first.
    public private(set) var people: LoadState<[Person]> = .idle
    /// How many could not be read and are left out.
    public private(set) var unreadableCount = 0
    public private(set) var hasMore = false

    private let service: DiscoverService
    private let pageSize: Int
    private var cursor: String?
    private var requests = LatestRequest()

    public init(service: DiscoverService, pageSize: Int = 20) {
        self.service = service
        self.pageSize = pageSize
    }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        await load(after: nil, keeping: [])
    }

    /// Loads the page after the last, if there is one.
    public func loadMore() async {
        guard hasMore, !people.isLoading, let cursor else { return }
        await load(after: cursor, keeping: people.value ?? [])
    }

    private func load(after cursor: String?, keeping earlier: [Person]) async {
        let ticket = requests.begin()
        let before = people
        people = .loading(previous: before.value)
        do {
            let page = try await service.people(after: cursor, limit: pageSize)
            guard requests.isCurrent(ticket) else { return }
            show(page, after: earlier)
        } catch {
            guard requests.isCurrent(ticket) else { return }
            people = error is CancellationError ? before : .failed(Failure(error), previous: before.value)
        }
    }

    /// A person who moved up between two pages comes twice, and is shown once.
    private func show(_ page: DiscoverPage, after earlier: [Person]) {
        let known = Set(earlier.map(\.id))
        let all = earlier + page.people.elements.filter { !known.contains($0.id) }
        people = all.isEmpty ? .empty : .loaded(all)
        unreadableCount = (earlier.isEmpty ? 0 : unreadableCount) + page.people.quarantined.count
        cursor = page.nextCursor
        hasMore = page.nextCursor != nil
    }
}
