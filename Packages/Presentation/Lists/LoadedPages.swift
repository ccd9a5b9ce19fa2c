import OrbitModels

/// The pages of a list that were loaded, each at the position in the log where it was read.
///
/// As soon as two that follow each other stand at the same position they are one window.
struct LoadedPages<Element: Identifiable & Sendable> where Element.ID: Sendable & Comparable {
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

    /// How many elements there are, shown or concealed.
    var count: Int { segments.reduce(0) { $0 + $1.window.count } }

    /// Whether an event has changed the list in a way that only the server can tell.
    var isOutdated: Bool { segments.contains(where: \.window.isOutdated) }

    /// Whatever the pages show is no longer sure.
    mutating func invalidate() {
        for index in segments.indices { segments[index].window.invalidate() }
    }

    mutating func append(_ page: ListPage<Element>, at position: LogPosition) {
        let window = ListWindow(
            definition.order, page: page.elements, after: segments.last?.window, isLast: page.nextCursor == nil)
        segments.append(Segment(window: window, at: position))
        unreadableCount += page.unreadableCount
    }

    /// Applies the events since each page was read; `false` if some are not known any more.
    @MainActor mutating func bringUpToDate(by log: PersonLog) -> Bool {
        for index in segments.indices {
            guard let missing = log.events(since: segments[index].at) else { return false }
            for event in missing { definition.apply(event, to: &segments[index].window) }
            if let position = log.position { segments[index].at.advance(to: position) }
        }
        merge()
        return true
    }

    /// - Parameter events: those that follow the log's position before, up to `position`.
    /// - Returns: whether anything has changed.
    mutating func absorb(_ events: [LogEvent], upTo position: LogPosition) -> Bool {
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

    /// What there is to show, with the pending actions on top.
    struct Shown {
        var elements: [Element] = []
        var concealed: [Element] = []
        /// Whether the pending actions make a difference.
        var hasOverlay = false
    }

    func shown(with pending: PendingActions) -> Shown {
        var shown = Shown()
        var seen: Set<Element.ID> = []  // an element may have moved to a page that is newer than the log
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

extension LoadedPages {
    /// What is known of a list that was not loaded: whatever the log has told of it.
    static func unloaded(_ definition: ListDefinition<Element>) -> LoadedPages {
        var pages = LoadedPages(definition)
        let nowhere = LogPosition(epoch: "", seq: 0)
        pages.segments = [Segment(window: ListWindow(definition.order), at: nowhere)]
        return pages
    }
}
