public import Observation
package import OrbitModels

/// A list that comes from the server a page at a time, and follows what is done in the meantime.
///
/// While there is nothing to show and there is more, it loads on by itself.
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

    /// An element and those it comes after.
    package struct Placed {
        package let element: Element
        fileprivate let earlier: Set<Element.ID>
    }

    private enum Change {
        case add(Element)
        case putBack(Placed)
        case replace(Element)
        case remove((Element) -> Bool)

        func applied(to list: [Element]) -> [Element] {
            switch self {
            case .add(let new):
                return list.contains { $0.id == new.id } ? Change.replace(new).applied(to: list) : [new] + list
            case .putBack(let old):
                guard !list.contains(where: { $0.id == old.element.id }) else { return list }
                let index = list.lastIndex { old.earlier.contains($0.id) }.map { $0 + 1 } ?? 0
                return list[..<index] + [old.element] + list[index...]
            case .replace(let new): return list.map { $0.id == new.id ? new : $0 }
            case .remove(let isGone): return list.filter { !isGone($0) }
            }
        }
    }

    /// Told of what has come, whenever a page is shown.
    @ObservationIgnored package var didShow: @MainActor ([Element]) -> Void = { _ in }

    private let person: (Element) -> UserID
    private let fetch: @MainActor (_ cursor: String?) async throws -> Page
    /// Never `.empty`: whether there is nothing depends on what is hidden, too.
    private var all: LoadState<[Element]> = .idle
    /// Once for each who hides them.
    private var hidden: [UserID] = []
    private var cursor: String?
    private var requests = LatestRequest()
    /// What was done while a page is on its way, which may not tell of it.
    private var changes: [Change] = []
    /// What was added since the last page came.
    private var unlisted: [Element] = []

    /// After so many pages with nothing to show, the rest waits for ``loadMore()``.
    private nonisolated static var mostEmptyPages: Int { 10 }

    /// - Parameter person: whose an element is.
    package init(
        of person: @escaping (Element) -> UserID, fetch: @escaping @MainActor (_ cursor: String?) async throws -> Page
    ) {
        self.person = person
        self.fetch = fetch
    }

    /// Everything loaded so far; `.empty` only when there is no more.
    public var items: LoadState<[Element]> {
        let list = visible(all.value ?? [])
        return switch all {
        case .idle, .empty: all
        case .loading: .loading(previous: list.isEmpty ? nil : list)
        case .loaded: list.isEmpty && !hasMore ? .empty : .loaded(list)
        case .failed(let failure, _): .failed(failure, previous: list.isEmpty ? nil : list)
        }
    }

    /// Everything there is, as far as one knows: also what was added before the list was loaded.
    package var known: [Element] { visible(all.value ?? unlisted) }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        await load(after: nil)
    }

    /// Loads the page after the last, if there is one.
    public func loadMore() async {
        guard hasMore, !all.isLoading, let cursor else { return }
        await load(after: cursor)
    }

    /// Puts a new element first. One that is there already stays where it is.
    package func add(_ element: Element) { apply(.add(element)) }

    /// Replaces the element with the same id.
    package func replace(_ element: Element) { apply(.replace(element)) }

    package func remove(where isGone: @escaping (Element) -> Bool) { apply(.remove(isGone)) }

    /// Removes whatever is of that person.
    package func remove(of id: UserID) { remove { [person] in person($0) == id } }

    /// Where an element stands, so that it can be put back after it was removed.
    package func place(of id: Element.ID) -> Placed? {
        guard let list = all.value, let index = list.firstIndex(where: { $0.id == id }) else { return nil }
        return Placed(element: list[index], earlier: Set(list[..<index].map(\.id)))
    }

    /// Brings an element back, unless it is there.
    package func putBack(_ placed: Placed) { apply(.putBack(placed)) }

    /// Leaves out whatever is of that person while a request is under way. Each call is followed by an ``unhide(_:)``.
    package func hide(_ id: UserID) {
        hidden.append(id)
        loadOn()
    }

    package func unhide(_ id: UserID) {
        if let index = hidden.firstIndex(of: id) { hidden.remove(at: index) }
    }

    private func visible(_ elements: [Element]) -> [Element] {
        hidden.isEmpty ? elements : elements.filter { !hidden.contains(person($0)) }
    }

    private func apply(_ change: Change) {
        if all.isLoading { changes.append(change) }
        unlisted = change.applied(to: unlisted)
        all = all.map { change.applied(to: $0) }
        loadOn()
    }

    private var lacksElements: Bool { hasMore && visible(all.value ?? []).isEmpty }

    private func loadOn() {
        guard lacksElements, !all.isLoading else { return }
        Task { [weak self] in await self?.loadMore() }
    }

    private func load(after first: String?) async {
        let ticket = requests.begin()
        var (before, cursor) = (all.settled, first)
        do {
            for _ in 0..<Self.mostEmptyPages {
                all = .loading(previous: before.value)
                changes = []
                let page = try await fetch(cursor)
                guard requests.isCurrent(ticket) else { return }
                show(page, startsOver: cursor == nil || page.startsOver)
                guard requests.isCurrent(ticket), lacksElements else { return }
                (before, cursor) = (all.settled, self.cursor)
            }
        } catch {
            guard requests.isCurrent(ticket) else { return }
            all =
                error is CancellationError
                ? before.map { _ in all.value ?? unlisted } : .failed(Failure(error), previous: all.value)
        }
    }

    /// What moved up between two pages comes twice, and is shown once.
    private func show(_ page: Page, startsOver: Bool) {
        let earlier = startsOver ? [] : all.value ?? []
        let known = Set(earlier.map(\.id))
        let fresh = changes.reduce(page.elements) { $1.applied(to: $0) }
        all = .loaded(earlier + fresh.filter { !known.contains($0.id) })
        (changes, unlisted) = ([], [])
        unreadableCount = (startsOver ? 0 : unreadableCount) + page.unreadableCount
        cursor = page.nextCursor
        hasMore = page.nextCursor != nil
        page.showRest()
        didShow(fresh)
    }
}
