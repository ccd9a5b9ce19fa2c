import Foundation
import OrbitModels

/// The pages of a list as they are stored.
struct StoredPages<Element: Codable & Identifiable & Sendable>: Codable, Sendable
where Element.ID: Codable & Comparable & Sendable {
    /// Adjacent pages that were at the same position of the log.
    struct Segment: Codable, Sendable {
        /// The end of the loaded range.
        struct End: Codable, Sendable {
            let value: Int64
            let id: Element.ID
        }

        /// All elements in order, including concealed elements.
        let elements: [Element]
        let concealed: [Element.ID]
        let end: End?
        let reachesEnd: Bool
        let isOutdated: Bool

        private enum CodingKeys: String, CodingKey {
            case elements, concealed, end
            case reachesEnd = "reaches_end"
            case isOutdated = "is_outdated"
        }
    }

    let segments: [Segment]
    /// The cursor of the next page.
    let cursor: String?
    let unreadableCount: Int

    private enum CodingKeys: String, CodingKey {
        case segments, cursor
        case unreadableCount = "unreadable_count"
    }

    init(_ pages: PageCache<Element>, cursor: String?) {
        segments = pages.segments.map { Segment($0.window) }
        self.cursor = cursor
        unreadableCount = pages.unreadableCount
    }
}

extension StoredPages.Segment {
    init(_ window: ListWindow<Element>) {
        let slots = window.ordered.reversed()
        elements = slots.map(\.element)
        concealed = slots.filter(\.isConcealed).map(\.rank.id)
        end = window.lowerEnd.map { End(value: $0.value, id: $0.id) }
        reachesEnd = window.reachesEnd
        isOutdated = window.isOutdated
    }

    /// Creates the window of the segment.
    ///
    /// - Parameters:
    ///   - definition: The rules of the list.
    ///   - previous: The window of the preceding segment; `nil` for the first segment.
    func window(of definition: ListDefinition<Element>, after previous: ListWindow<Element>?) -> ListWindow<Element> {
        var window = ListWindow(
            definition.order, page: elements, after: previous, isLast: reachesEnd, expiresAt: definition.expiresAt)
        for id in concealed { window.conceal(id) }
        // The last elements may have been removed. The range still contains their places, because the next page begins
        // after them.
        switch (definition.order, end) {
        case (_, nil):
            break
        case (.latestFirst, let end?):
            window.extend(to: ListWindow<Element>.Rank(value: end.value, id: end.id, isAscending: false))
        case (.earliestFirst, let end?):
            window.extend(to: ListWindow<Element>.Rank(value: end.value, id: end.id, isAscending: true))
        case (.asListed, let end?):
            // The elements were numbered anew, so only the range of an empty window depends on the stored end.
            if elements.isEmpty {
                window.extend(to: ListWindow<Element>.Rank(value: 0, id: end.id, isAscending: false))
            }
        }
        if isOutdated { window.invalidate() }
        return window
    }
}

extension PageCache where Element: Codable, Element.ID: Codable {
    /// Creates the pages of stored content.
    ///
    /// - Parameters:
    ///   - definition: The rules of the list.
    ///   - stored: The content.
    ///   - positions: The position of each segment.
    ///   - hasLog: Whether the positions belong to a log of the server. If not, the pages are outdated.
    /// - Returns: `nil` if the content has another number of segments.
    init?(
        _ definition: ListDefinition<Element>, _ stored: StoredPages<Element>, at positions: [LogPosition], hasLog: Bool
    ) {
        guard stored.segments.count == positions.count, !positions.isEmpty else { return nil }
        self.init(definition)
        for (segment, position) in zip(stored.segments, positions) {
            let window = segment.window(of: definition, after: segments.last?.window)
            segments.append(Segment(window: window, at: hasLog ? position : .nowhere))
        }
        unreadableCount = stored.unreadableCount
        if !hasLog { invalidate() }
    }

    /// The positions of the segments.
    var positions: [LogPosition] { segments.map(\.at) }
}

extension LogPosition {
    /// A position in no log. A snapshot at this position lacks every event.
    static let nowhere = LogPosition(epoch: "", seq: 0)
}
