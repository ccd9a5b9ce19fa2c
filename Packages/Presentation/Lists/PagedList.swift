import Foundation
public import Networking
public import Observation
public import OrbitModels
import TimeAndChance

/// A list that comes from the server a page at a time, and follows the log: what others do, what is done on another
/// device, and what is done here and has no response yet.
///
/// While there is nothing to show and there is more, it loads on by itself.
@MainActor @Observable public final class PagedList<Element: Identifiable & Sendable>
where Element.ID: Sendable & Comparable {
    /// Everything loaded so far; `.empty` only when there is no more.
    public private(set) var items: LoadState<[Element]> = .idle
    /// Everything that is known, loaded or not: the list may not have been loaded when an event told of an element.
    /// Elements that ``items`` leave out by ``PersonLog/leaveOut(_:)`` are among it.
    public private(set) var known: [Element] = []
    /// What an event or a pending action has put aside, such as the people of "less like this".
    public private(set) var concealed: [Element] = []
    /// How many could not be read and are left out.
    public private(set) var unreadableCount = 0
    /// Whether ``loadMore()`` brings more.
    public private(set) var hasMore = false

    private let definition: ListDefinition<Element>
    private let log: PersonLog
    private let cycle: LoadCycle
    private let fetch: @MainActor (_ cursor: String?) async throws -> ListPage<Element>
    @ObservationIgnored private var pages: LoadedPages<Element>
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var cursor: String?
    /// Whether the next ``publish()`` has something to show, beside what is pending.
    @ObservationIgnored private var hasNews = false
    @ObservationIgnored private var hadOverlay = false
    /// As of the last time that it was shown.
    @ObservationIgnored private var reviews = 0
    @ObservationIgnored private var isNothingShown = true
    /// When the next element expires; `nil` if none does.
    @ObservationIgnored private var nextExpiry: Date?
    @ObservationIgnored private var isClockObserved = false
    /// Whether so many pages have shown nothing that the rest waits for ``loadMore()``.
    @ObservationIgnored private var hasGivenUp = false

    /// After so many pages with nothing to show, the rest waits for ``loadMore()``.
    private nonisolated static var mostEmptyPages: Int { 10 }

    /// - Parameter fetch: requests the page after a cursor; `nil` is the first.
    public init(
        _ definition: ListDefinition<Element>, on log: PersonLog,
        fetch: @escaping @MainActor (_ cursor: String?) async throws -> ListPage<Element>
    ) {
        self.definition = definition
        self.log = log
        cycle = LoadCycle(log: log)
        self.fetch = fetch
        pages = .unloaded(definition)
        log.attach(self)
    }

    /// The list's name in the log, under which front ends find words for it.
    public var name: ListName { definition.name }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        await load(after: nil)
    }

    /// Loads the page after the last, if there is one.
    public func loadMore() async {
        guard hasMore, cycle.phase != .loading, let cursor else { return }
        await load(after: cursor)
    }

    /// Loads again as much as was loaded before; nothing if nothing was.
    public func reload() async {
        guard isLoaded else { return }
        await load(after: nil, atLeast: pages.count)
    }

    /// Takes out what time has ended since.
    public func dropOutdated() {
        hasNews = true
        publish()
    }

    private func load(after first: String?, atLeast count: Int = 0) async {
        var didShow = false
        await cycle.run { isCurrent in
            try await read(after: first, atLeast: count, while: isCurrent)
        } show: { reading in
            didShow = show(reading)
            return didShow
        } didMove: {
            hasNews = true
            showNews()
        }
        guard cycle.phase == .settled else { return }
        // A caller that has cancelled a refresh may have cut short one that an event had asked for.
        if pages.isOutdated, didShow || Task.isCancelled { refreshLater(isOwn: false) }
        if didShow { loadOn() }
    }

    /// Pages that were read, and not shown yet.
    private struct Reading {
        var pages: LoadedPages<Element>
        var cursor: String?
        var alongside: [@MainActor () -> Void] = []
        /// Whether there are more pages, and too many have brought nothing.
        var hasGivenUp = false
    }

    /// - Parameter count: reads on until there are so many elements, or no more.
    /// - Returns: `nil` if a later request has begun.
    private func read(after first: String?, atLeast count: Int, while isCurrent: () -> Bool) async throws -> Reading? {
        var reading = Reading(pages: first == nil ? LoadedPages(definition) : pages, cursor: first)
        var emptyPages = 0
        while emptyPages < Self.mostEmptyPages {
            let start = log.startOfRequest()
            let page = try await fetch(reading.cursor)
            guard isCurrent() else { return nil }
            let known = reading.pages.count
            if page.startsOver { reading = Reading(pages: LoadedPages(definition)) }
            reading.pages.append(page, at: log.place(of: page.at, requestedAt: start))
            reading.cursor = page.nextCursor
            reading.alongside.append(page.alongside)
            if reading.cursor == nil { return reading }
            if reading.pages.count >= count {
                if !reading.pages.shown(with: log.pending).elements.isEmpty { return reading }
                emptyPages += 1
            } else if reading.pages.count <= known {
                emptyPages += 1
            }
        }
        reading.hasGivenUp = true
        return reading
    }

    /// - Returns: whether the pages could be brought up to date with the log.
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

    /// What a block or an action takes away may have been all that was shown.
    private func loadOn() {
        guard isLoaded, hasMore, !hasGivenUp, isNothingShown, cycle.phase == .settled else { return }
        Task { [weak self] in await self?.loadMore() }
    }
}

extension PagedList where Element: WireNamed {
    /// A list whose pages have nothing else in them, as a service returns them.
    public convenience init(
        _ definition: ListDefinition<Element>, on log: PersonLog,
        pages: @escaping @MainActor (_ cursor: String?) async throws -> Response<Page<Element>>
    ) {
        self.init(definition, on: log, fetch: { ListPage(try await pages($0)) })
    }
}

extension PagedList: LogFollower {
    /// Takes in events; shown by `publish()`.
    public func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool) {
        if pages.absorb(events, upTo: position) { hasNews = true }
        // What is being loaded is lifted through these events, and tells then whether it is outdated.
        if isLoaded, pages.isOutdated, cycle.phase != .loading { refreshLater(isOwn: isOwn) }
    }

    /// Shows what was absorbed.
    public func publish() {
        showNews()
        loadOn()
    }

    private func showNews() {
        let isReviewed = reviews != log.reviews
        guard hasNews || hadOverlay || isReviewed || !log.pending.isEmpty else { return }
        let now = log.time.date
        var shown = pages.shown(with: log.pending)
        guard hasNews || shown.hasOverlay || hadOverlay || isReviewed else { return }
        (hasNews, hadOverlay, reviews) = (false, shown.hasOverlay, log.reviews)
        shown.elements.removeAll { definition.isOver($0, now) }
        known = shown.elements
        nextExpiry = definition.expiresAt.flatMap { shown.elements.compactMap($0).filter { $0 > now }.min() }
        observeClock()
        let leftOut = log.peopleLeftOut(of: definition.name)
        if !leftOut.isEmpty {
            shown.elements.removeAll { !leftOut.isDisjoint(with: definition.people($0)) }
            shown.concealed.removeAll { !leftOut.isDisjoint(with: definition.people($0)) }
        }
        let elements = shown.elements
        concealed = shown.concealed
        isNothingShown = elements.isEmpty
        hasMore = isLoaded && cursor != nil
        unreadableCount = pages.unreadableCount
        items = cycle.phase.state(of: isLoaded ? elements : nil, hasMore: hasMore)
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
        if let nextExpiry, nextExpiry <= log.time.date { dropOutdated() }
        observeClock()
    }

    /// Drops what the log has brought, as the log begins again.
    public func reset() {
        if isLoaded { pages.invalidate() } else { pages = .unloaded(definition) }
        hasNews = true
        refreshLater(isOwn: false)
    }

    /// Loads again what could not be loaded while the connection was lost.
    public func revive() {
        if isLoaded, pages.isOutdated || cycle.phase.isFailed { refreshLater(isOwn: true) }
    }

    private func refreshLater(isOwn: Bool) {
        guard isLoaded else { return }
        cycle.refreshLater(isOwn: isOwn) { [weak self] in await self?.reload() }
    }
}
