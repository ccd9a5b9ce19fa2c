public import Observation
package import OrbitModels

/// A list that comes from the server a page at a time, and follows what is done in the meantime.
@MainActor @Observable public final class PagedList<Element: Identifiable & Sendable> where Element.ID: Sendable {
    /// How many could not be read and are left out.
    public private(set) var unreadableCount = 0
    public private(set) var hasMore = false

    package struct Page {
        let elements: [Element]
        let unreadableCount: Int
        let nextCursor: String?
        /// Whether this is the first page again, in place of the one that was asked for.
        package var startsOver = false
        /// Shows whatever else came with the page, once the page is shown.
        let showRest: @MainActor () -> Void

        package init(
            _ list: LossyList<Element>, nextCursor: String?, showRest: @escaping @MainActor () -> Void = {}
        ) {
            elements = list.elements
            unreadableCount = list.quarantined.count
            self.nextCursor = nextCursor
            self.showRest = showRest
        }
    }

    private enum Change {
        case add(Element)
        case replace(Element)
        case remove((Element) -> Bool)

        func applied(to list: [Element]) -> [Element] {
            switch self {
            case .add(let new): [new] + list.filter { $0.id != new.id }
            case .replace(let new): list.map { $0.id == new.id ? new : $0 }
            case .remove(let isGone): list.filter { !isGone($0) }
            }
        }
    }

    private let person: (Element) -> UserID
    private let fetch: @MainActor (_ cursor: String?) async throws -> Page
    private var all: LoadState<[Element]> = .idle
    private var hidden: Set<UserID> = []
    private var cursor: String?
    private var requests = LatestRequest()
    /// What was done while a page is on its way, which may not tell of it.
    private var changes: [Change] = []
    /// What was added since the last page came.
    private var unlisted: [Element] = []

    /// - Parameter person: whose an element is.
    package init(
        of person: @escaping (Element) -> UserID, fetch: @escaping @MainActor (_ cursor: String?) async throws -> Page
    ) {
        self.person = person
        self.fetch = fetch
    }

    /// Everything loaded so far.
    public var items: LoadState<[Element]> {
        hidden.isEmpty ? all : all.with(visible(all.value ?? []))
    }

    /// Everything there is, as far as one knows: also what was added before the list was loaded.
    package var known: [Element] {
        if case .empty = all { return [] }
        return visible(all.value ?? unlisted)
    }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        await load(after: nil)
    }

    /// Loads the page after the last, if there is one.
    public func loadMore() async {
        guard hasMore, !all.isLoading, let cursor else { return }
        await load(after: cursor)
    }

    /// Puts a new element first.
    package func add(_ element: Element) { apply(.add(element)) }

    /// Replaces the element with the same id.
    package func replace(_ element: Element) { apply(.replace(element)) }

    package func remove(where isGone: @escaping (Element) -> Bool) { apply(.remove(isGone)) }

    /// Removes whatever is of that person.
    package func remove(of id: UserID) { remove { [person] in person($0) == id } }

    /// Leaves out whatever is of that person, until they are shown again.
    package func hide(_ id: UserID) { hidden.insert(id) }

    package func unhide(_ id: UserID) { hidden.remove(id) }

    private func visible(_ elements: [Element]) -> [Element] {
        hidden.isEmpty ? elements : elements.filter { !hidden.contains(person($0)) }
    }

    private func apply(_ change: Change) {
        if all.isLoading { changes.append(change) }
        unlisted = change.applied(to: unlisted)
        all = all.with(change.applied(to: all.value ?? []))
    }

    private func load(after cursor: String?) async {
        let ticket = requests.begin()
        let before = all.settled
        all = .loading(previous: before.value)
        changes = []
        do {
            let page = try await fetch(cursor)
            guard requests.isCurrent(ticket) else { return }
            show(page, after: cursor == nil || page.startsOver ? [] : all.value ?? [])
        } catch {
            guard requests.isCurrent(ticket) else { return }
            all =
                error is CancellationError
                ? before.with(all.value ?? unlisted) : .failed(Failure(error), previous: all.value)
        }
    }

    /// What moved up between two pages comes twice, and is shown once.
    private func show(_ page: Page, after earlier: [Element]) {
        let known = Set(earlier.map(\.id))
        let fresh = changes.reduce(page.elements) { $1.applied(to: $0) }
        let list = earlier + fresh.filter { !known.contains($0.id) }
        all = list.isEmpty ? .empty : .loaded(list)
        (changes, unlisted) = ([], [])
        unreadableCount = (earlier.isEmpty ? 0 : unreadableCount) + page.unreadableCount
        cursor = page.nextCursor
        hasMore = page.nextCursor != nil
        page.showRest()
    }
}
