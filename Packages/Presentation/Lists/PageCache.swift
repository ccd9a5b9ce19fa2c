import OrbitModels

/// The loaded pages of a list, each with the position in the log at which it was read.
///
/// Adjacent pages at the same position are merged into one window.
struct PageCache<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable & Comparable {
    struct Segment: Sendable {
        var window: ListWindow<Element>
        var at: LogPosition
        var overlay = PendingOverlay<ListWindow<Element>>()
        /// The number of changes of the window that the overlay includes.
        var overlaidChanges = 0

        /// The window with the effects of the pending actions.
        var shown: ListWindow<Element> { overlay.value ?? window }

        /// Brings the overlay up to date. Returns whether ``shown`` may have changed because of a pending action.
        mutating func update(by pending: PendingActions, _ definition: ListDefinition<Element>) -> Bool {
            let isChanged = window.changes != overlaidChanges
            overlaidChanges = window.changes
            return overlay.update(window, isChanged: isChanged, by: pending, at: at) { event, window in
                let before = window.changes
                definition.apply(event, to: &window)
                return window.changes != before
            }
        }
    }

    private let definition: ListDefinition<Element>
    var segments: [Segment] = []
    var unreadableCount = 0

    init(_ definition: ListDefinition<Element>) {
        self.definition = definition
    }

    /// The number of elements, including concealed elements.
    var count: Int { segments.reduce(0) { $0 + $1.window.count } }

    /// Whether an event has changed the list in a way that only the server knows.
    var isOutdated: Bool { segments.contains(where: \.window.isOutdated) }

    /// Marks all pages as outdated.
    mutating func invalidate() {
        for index in segments.indices { segments[index].window.invalidate() }
    }

    /// Appends a page that was read at a position of the log.
    mutating func append(_ page: ListPage<Element>, at position: LogPosition) {
        let window = ListWindow(
            definition.order, page: page.elements, after: segments.last?.window, isLast: page.nextCursor == nil,
            expiresAt: definition.expiresAt)
        segments.append(Segment(window: window, at: position))
        unreadableCount += page.unreadableCount
    }

    /// Applies the events since each page was read. Returns `false` if the log no longer contains some of them.
    @MainActor mutating func bringUpToDate(by log: EventLog) -> Bool {
        for index in segments.indices {
            guard let missing = log.events(since: segments[index].at) else { return false }
            for event in missing { definition.apply(event, to: &segments[index].window) }
            if let position = log.position { segments[index].at.advance(to: position) }
        }
        merge()
        return true
    }

    /// Applies new events of the log.
    ///
    /// - Parameters:
    ///   - events: The events after the previous position of the log.
    ///   - position: The position of the log after the events.
    /// - Returns: Whether a page has changed.
    mutating func apply(_ events: [LogEvent], through position: LogPosition) -> Bool {
        var hasChanged = false
        for index in segments.indices {
            let (before, at) = (segments[index].window.changes, segments[index].at)
            for event in events where at.lacks(event, upTo: position) {
                definition.apply(event, to: &segments[index].window)
            }
            segments[index].at.advance(to: position)
            hasChanged = hasChanged || segments[index].window.changes != before
        }
        merge()
        return hasChanged
    }

    /// Whether the pending actions of the last update change the elements.
    var hasOverlay: Bool { segments.contains { $0.overlay.value != nil } }

    /// Brings the effects of the pending actions up to date. The cost is that of the changes since the last update,
    /// unless an event has changed a page that pending actions change as well.
    ///
    /// - Returns: Whether the elements to show may have changed because of a pending action.
    mutating func update(by pending: PendingActions) -> Bool {
        var hasChanged = false
        for index in segments.indices where segments[index].update(by: pending, definition) { hasChanged = true }
        return hasChanged
    }

    /// The slots to show in ascending order, including the effects of the pending actions at the last update. Each
    /// element has one slot, even if it is on two pages. O(1) for a single page.
    var shown: [ListWindow<Element>.Slot] {
        guard segments.count != 1 else { return segments[0].shown.ordered }
        // An element that has moved is on two pages if only the newer page includes the move.
        var seen: Set<Element.ID> = []
        var shown: [ListWindow<Element>.Slot] = []
        for segment in segments {
            for slot in segment.shown.ordered.reversed() where seen.insert(slot.rank.id).inserted { shown.append(slot) }
        }
        return shown.reversed()
    }

    private mutating func merge() {
        guard segments.count > 1 else { return }
        var merged: [Segment] = []
        for segment in segments {
            if let last = merged.last, last.at == segment.at {
                merged[merged.count - 1].window.append(segment.window)  // counts as a change, also for the overlay
            } else {
                merged.append(segment)
            }
        }
        segments = merged
    }
}

extension PageCache {
    /// Creates the pages of a list that was not loaded. They contain only elements from events.
    static func unloaded(_ definition: ListDefinition<Element>) -> PageCache {
        var pages = PageCache(definition)
        let window = ListWindow(definition.order, expiresAt: definition.expiresAt)
        pages.segments = [Segment(window: window, at: .nowhere)]
        return pages
    }
}
