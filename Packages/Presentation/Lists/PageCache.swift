import OrbitModels

/// The loaded pages of a list, each with the position in the log at which it was read.
///
/// Adjacent pages at the same position are merged into one window.
struct PageCache<Element: Identifiable & Sendable> where Element.ID: Sendable & Comparable {
    private struct Segment {
        var window: ListWindow<Element>
        var at: LogPosition
    }

    private let definition: ListDefinition<Element>
    private var segments: [Segment] = []
    private(set) var unreadableCount = 0

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
            definition.order, page: page.elements, after: segments.last?.window, isLast: page.nextCursor == nil)
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

    /// The elements to show, including the effects of pending actions.
    struct Shown {
        var elements: [Element] = []
        var concealed: [Element] = []
        /// Whether the pending actions change the elements.
        var hasOverlay = false
    }

    /// Returns the elements to show. Each element appears once, even if it is on two pages.
    func shown(with pending: PendingActions) -> Shown {
        var shown = Shown()
        // An element that has moved is on two pages if only the newer page includes the move.
        var seen: Set<Element.ID> = []
        for segment in segments {
            var window = segment.window
            if !pending.isEmpty {
                for event in pending.events(missingAt: segment.at) { definition.apply(event, to: &window) }
                shown.hasOverlay = shown.hasOverlay || window.changes != segment.window.changes
            }
            window.append(to: &shown.elements, concealed: &shown.concealed) { id in
                segments.count == 1 || seen.insert(id).inserted
            }
        }
        return shown
    }

    private mutating func merge() {
        var merged: [Segment] = []
        for segment in segments {
            if let last = merged.last, last.at == segment.at {
                merged[merged.count - 1].window.append(segment.window)
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
        let nowhere = LogPosition(epoch: "", seq: 0)
        pages.segments = [Segment(window: ListWindow(definition.order), at: nowhere)]
        return pages
    }
}
