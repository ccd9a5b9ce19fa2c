public import Foundation
public import Networking
public import Observation
public import OrbitModels
import TimeAndChance

/// A list that the server delivers in pages, and that follows the log.
///
/// It shows the effects of other people's actions, of actions on the user's other devices, and of pending actions on
/// this device. While there is nothing to show and more pages exist, the list loads the next page automatically.
@MainActor @Observable public final class PagedList<Element: Identifiable & Sendable>
where Element.ID: Sendable & Comparable {
    /// All loaded elements; `.empty` only if no more pages exist.
    ///
    /// Takes O(n) after a change, and O(1) until the next change.
    public var items: LoadState<[Element]> { content.items }
    /// All known elements, including those from events that arrived before the list was loaded. Also contains the
    /// elements that ``items`` excludes because of ``EventLog/setExclusionFilter(_:)``.
    ///
    /// Takes O(n) after a change, and O(1) until the next change.
    public var known: [Element] { content.known }
    /// The elements that an event or a pending action has concealed, such as people marked "less like this".
    public var concealed: [Element] { content.concealed }
    /// The number of elements that could not be read and are left out.
    public private(set) var unreadableCount = 0
    /// Whether ``loadMore()`` can load more elements.
    public private(set) var hasMore = false
    /// The time at which elements from an earlier launch were last current, such as for the text "from 10:42"; `nil` if
    /// the elements are not from an earlier launch. See ``ListStorage``.
    public internal(set) var storedDate: Date?

    /// The published elements. Each publication replaces them, and so notifies the observers of the properties above.
    private var content: ListContent<Element>

    let definition: ListDefinition<Element>
    let log: EventLog
    let coordinator: LoadCoordinator
    private let fetch: @MainActor (_ cursor: String?) async throws -> ListPage<Element>
    @ObservationIgnored var pages: PageCache<Element>
    @ObservationIgnored var isLoaded = false
    @ObservationIgnored var cursor: String?
    /// Whether the next ``publish()`` has changes to show, apart from pending actions.
    @ObservationIgnored var hasNews = false
    /// The number of times that the elements may have changed, apart from pending actions.
    @ObservationIgnored private(set) var revision = 0
    /// The time of the last successful load.
    @ObservationIgnored var loadedAt: Date?
    /// The last time at which a screen has requested the list.
    @ObservationIgnored var shownAt: Date?
    /// The value of `EventLog.exclusionRevision` when the list was last shown.
    @ObservationIgnored private var exclusionRevision = 0
    @ObservationIgnored private var isNothingShown = true
    /// The time at which the next element expires; `nil` if no element expires.
    @ObservationIgnored private var nextExpiry: Date?
    @ObservationIgnored private var isClockObserved = false
    /// Whether too many pages had nothing to show, so that the rest waits for ``loadMore()``.
    @ObservationIgnored private var hasGivenUp = false

    /// The number of pages with nothing to show after which the rest waits for ``loadMore()``.
    private nonisolated static var maxEmptyPages: Int { 10 }

    /// Creates a list that follows `log`.
    ///
    /// - Parameters:
    ///   - definition: The rules that update the list.
    ///   - log: The log of the user.
    ///   - fetch: Requests the page after a cursor; `nil` requests the first page.
    public init(
        _ definition: ListDefinition<Element>, on log: EventLog,
        fetch: @escaping @MainActor (_ cursor: String?) async throws -> ListPage<Element>
    ) {
        self.definition = definition
        self.log = log
        coordinator = LoadCoordinator(log: log)
        self.fetch = fetch
        pages = .unloaded(definition)
        content = ListContent(definition) { _ in .idle }
        log.attach(self)
    }

    /// The name of the list in the log. Front ends look up texts under it.
    public var name: ListName { definition.name }

    /// Loads the list from its first page. Always sends a request. Returns early if a later load replaces this load.
    public func load() async {
        shownAt = log.time.date
        await load(after: nil)
    }

    /// Loads the next page. Does nothing on the last page or while a load is in flight.
    public func loadMore() async {
        guard hasMore, coordinator.phase != .loading, let cursor else { return }
        await load(after: cursor)
    }

    /// Loads as many elements again as were loaded before. Does nothing if the list was not loaded.
    public func reload() async {
        guard isLoaded else { return }
        await load(after: nil, atLeast: pages.count)
    }

    /// Removes the elements that have expired.
    public func removeExpired() {
        hasNews = true
        publish()
    }

    private func load(after first: String?, atLeast count: Int = 0) async {
        var didShow = false
        await coordinator.run { isCurrent in
            try await read(after: first, atLeast: count, while: isCurrent)
        } show: { reading in
            didShow = show(reading)
            if didShow, first == nil { (storedDate, loadedAt) = (nil, log.time.date) }
            return didShow
        } didMove: {
            hasNews = true
            showNews()
        }
        guard coordinator.phase == .settled else { return }
        // A cancelled refresh may have replaced a refresh that an event had requested.
        if pages.isOutdated, didShow || Task.isCancelled { refreshLater(isOwn: false) }
        if didShow { loadNextIfNothingShown() }
    }

    /// Pages that were read but are not shown yet.
    private struct Reading {
        var pages: PageCache<Element>
        var cursor: String?
        var alongside: [@MainActor () -> Void] = []
        /// Whether more pages exist, but too many pages had nothing to show.
        var hasGivenUp = false
    }

    /// Reads pages until there are enough elements and one of them is shown, or until the list ends.
    ///
    /// - Parameters:
    ///   - first: The cursor of the first page to read; `nil` for the first page of the list.
    ///   - count: The number of elements to read, if the list has as many.
    ///   - isCurrent: Whether no later request has begun.
    /// - Returns: The pages; `nil` if a later request has begun.
    private func read(after first: String?, atLeast count: Int, while isCurrent: () -> Bool) async throws -> Reading? {
        var reading = Reading(pages: first == nil ? PageCache(definition) : pages, cursor: first)
        var emptyPages = 0
        while emptyPages < Self.maxEmptyPages {
            let start = log.startOfRequest()
            let page = try await fetch(reading.cursor)
            guard isCurrent() else { return nil }
            let known = reading.pages.count
            if page.startsOver { reading = Reading(pages: PageCache(definition)) }
            reading.pages.append(page, at: log.place(of: page.at, requestedAt: start))
            reading.cursor = page.nextCursor
            reading.alongside.append(page.alongside)
            if reading.cursor == nil { return reading }
            if reading.pages.count >= count {
                _ = reading.pages.update(by: log.pending)
                if reading.pages.shown.contains(where: { !$0.isConcealed }) { return reading }
                emptyPages += 1
            } else if reading.pages.count <= known {
                emptyPages += 1
            }
        }
        reading.hasGivenUp = true
        return reading
    }

    /// Applies the events since each page was read to the pages, and stores the result.
    ///
    /// - Returns: Whether the log could bring the pages up to date.
    private func show(_ reading: Reading) -> Bool {
        var read = reading.pages
        guard read.bringUpToDate(by: log) else { return false }
        pages = read
        isLoaded = true
        cursor = reading.cursor
        hasGivenUp = reading.hasGivenUp
        for showRest in reading.alongside { showRest() }
        return true
    }

    /// Loads the next page if nothing is shown, for example because a block or an action has removed all shown
    /// elements.
    private func loadNextIfNothingShown() {
        guard isLoaded, hasMore, !hasGivenUp, isNothingShown, coordinator.phase == .settled else { return }
        Task { [weak self] in await self?.loadMore() }
    }
}

extension PagedList where Element: JSONKeyed {
    /// Creates a list from responses that contain only a page, as a service returns them.
    public convenience init(
        _ definition: ListDefinition<Element>, on log: EventLog,
        pages: @escaping @MainActor (_ cursor: String?) async throws -> Response<Page<Element>>
    ) {
        self.init(definition, on: log, fetch: { ListPage(try await pages($0)) })
    }
}

extension PagedList: LogFollower {
    /// Applies events. ``publish()`` shows them.
    public func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        let wasOutdated = pages.isOutdated
        if pages.apply(events, through: position) { hasNews = true }
        // Stored content must not count as current if the app ends before the reload.
        if pages.isOutdated, !wasOutdated { noteChange() }
        // A load in flight applies these events to its result, and then checks whether that is outdated.
        if isLoaded, pages.isOutdated, coordinator.phase != .loading { refreshLater(isOwn: isOwn) }
    }

    /// Shows the applied events and the pending actions.
    public func publish() {
        showNews()
        loadNextIfNothingShown()
    }

    func showNews() {
        let isExclusionChanged = exclusionRevision != log.exclusionRevision
        guard hasNews || isExclusionChanged || pages.hasOverlay || !log.pending.isEmpty else { return }
        let isOverlayChanged = pages.update(by: log.pending)
        guard hasNews || isExclusionChanged || isOverlayChanged else { return }
        if hasNews { noteChange() }
        (hasNews, exclusionRevision) = (false, log.exclusionRevision)
        let (phase, isLoaded, hasMore) = (coordinator.phase, isLoaded, isLoaded && cursor != nil)
        let next = ListContent(
            definition, pages.shown, now: log.time.date, without: log.excludedPeople(in: definition.name)
        ) { phase.state(of: isLoaded ? $0 : nil, hasMore: hasMore) }
        nextExpiry = next.nextExpiry
        observeClock()
        isNothingShown = next.isNothingShown
        self.hasMore = hasMore
        unreadableCount = pages.unreadableCount
        content = next
    }

    private func noteChange() {
        revision += 1
        log.storage.contentDidChange()
    }

    /// Removes elements at their expiry, while a front end runs the clock of the log.
    private func observeClock() {
        guard let nextExpiry else { return }
        guard !isClockObserved else {
            _ = log.clock.now(changingAt: [nextExpiry])  // may be earlier than before
            return
        }
        isClockObserved = true
        withObservationTracking {
            _ = log.clock.now(changingAt: [nextExpiry])
        } onChange: { [weak self] in
            Task { @MainActor in self?.clockTicked() }
        }
    }

    private func clockTicked() {
        isClockObserved = false
        if let nextExpiry, nextExpiry <= log.time.date { removeExpired() }
        observeClock()
    }

    /// Marks the loaded pages as outdated and loads them again, because the log has started over. Discards the elements
    /// of a list that was not loaded.
    public func reset() {
        if isLoaded { pages.invalidate() } else { pages = .unloaded(definition) }
        hasNews = true
        refreshLater(isOwn: false)
    }

    /// Loads the list again if it is outdated, or if its last load failed. Called when the connection is restored.
    public func connectionDidRestore() {
        if isLoaded, pages.isOutdated || coordinator.phase.isFailed { refreshLater(isOwn: true) }
    }

    private func refreshLater(isOwn: Bool) {
        guard isLoaded else { return }
        coordinator.refreshLater(isOwn: isOwn) { [weak self] in await self?.reload() }
    }
}
