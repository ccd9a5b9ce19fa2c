public import Observation
public import Presentation

/// A list that comes from the server a page at a time.
@MainActor @Observable public final class PagedList<Element: Identifiable & Sendable> where Element.ID: Sendable {
    /// Everything loaded so far.
    public private(set) var items: LoadState<[Element]> = .idle
    /// How many could not be read and are left out.
    public private(set) var unreadableCount = 0
    public private(set) var hasMore = false

    struct Page {
        var elements: [Element]
        var unreadableCount: Int
        var nextCursor: String?
    }

    private let fetch: @MainActor (_ cursor: String?) async throws -> Page
    private var cursor: String?
    private var requests = LatestRequest()
    /// Taken out while a page is on its way, which may still name them.
    private var removed: Set<Element.ID> = []

    init(fetch: @escaping @MainActor (_ cursor: String?) async throws -> Page) {
        self.fetch = fetch
    }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        await load(after: nil)
    }

    /// Loads the page after the last, if there is one.
    public func loadMore() async {
        guard hasMore, !items.isLoading, let cursor else { return }
        await load(after: cursor)
    }

    /// Puts a new element first, once there is a list.
    func prepend(_ element: Element) {
        if case .idle = items { return }
        items = items.with([element] + (items.value ?? []).filter { $0.id != element.id })
    }

    /// Replaces the element with the same id.
    func update(_ element: Element) {
        items = items.with((items.value ?? []).map { $0.id == element.id ? element : $0 })
    }

    func remove(where isGone: (Element) -> Bool) {
        let all = items.value ?? []
        removed.formUnion(all.filter(isGone).map(\.id))
        items = items.with(all.filter { !isGone($0) })
    }

    private func load(after cursor: String?) async {
        let ticket = requests.begin()
        let before = items
        items = .loading(previous: before.value)
        removed = []
        do {
            let page = try await fetch(cursor)
            guard requests.isCurrent(ticket) else { return }
            show(page, after: cursor == nil ? [] : items.value ?? [])
        } catch {
            guard requests.isCurrent(ticket) else { return }
            let now = items.value
            items = error is CancellationError ? before.with(now ?? []) : .failed(Failure(error), previous: now)
        }
    }

    /// What moved up between two pages comes twice, and is shown once.
    private func show(_ page: Page, after earlier: [Element]) {
        let known = removed.union(earlier.map(\.id))
        let all = earlier + page.elements.filter { !known.contains($0.id) }
        items = all.isEmpty ? .empty : .loaded(all)
        unreadableCount = (earlier.isEmpty ? 0 : unreadableCount) + page.unreadableCount
        cursor = page.nextCursor
        hasMore = page.nextCursor != nil
    }
}

extension LoadState {
    /// The same state with another list in it.
    fileprivate func with<Element>(_ list: [Element]) -> Self where Value == [Element] {
        switch self {
        case .idle: .idle
        case .loading(let previous): .loading(previous: previous == nil && list.isEmpty ? nil : list)
        case .failed(let failure, let previous):
            .failed(failure, previous: previous == nil && list.isEmpty ? nil : list)
        case .loaded, .empty: list.isEmpty ? .empty : .loaded(list)
        }
    }
}
