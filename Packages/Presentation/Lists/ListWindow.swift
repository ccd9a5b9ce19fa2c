public import Foundation

/// The loaded part of a list. The events of a log change it.
///
/// In a list ordered by date, the date of a new element determines its position, so the window needs no request. An
/// element within the loaded range is shown. An element beyond the end of the range arrives with a later page.
public struct ListWindow<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable & Comparable {
    /// The order of a list.
    public enum Order: Sendable {
        /// By date, the latest first; elements of equal date by id, the greater first. The server uses the same order.
        case latestFirst(@Sendable (Element) -> Date)
        /// By date, the earliest first; elements of equal date by id, the lesser first. The server uses the same order.
        case earliestFirst(@Sendable (Element) -> Date)
        /// In the order of the server. New elements are first.
        case asListed
    }

    /// The sort key of an element. The element of the highest rank is first.
    struct Rank: Comparable, Sendable {
        let value: Int64
        let id: Element.ID
        /// Whether elements of equal value are in ascending order of id.
        let isAscending: Bool

        static func < (left: Rank, right: Rank) -> Bool {
            guard left.value == right.value else { return left.value < right.value }
            return left.isAscending ? left.id > right.id : left.id < right.id
        }
    }

    private struct Slot {
        /// A reference to the element, so that copying or moving a slot does not copy a large value.
        private let boxed: Boxed
        let rank: Rank
        var isConcealed = false

        init(element: Element, rank: Rank, isConcealed: Bool = false) {
            boxed = Boxed(element)
            self.rank = rank
            self.isConcealed = isConcealed
        }

        var element: Element { boxed.element }
    }

    private final class Boxed: Sendable {
        let element: Element

        init(_ element: Element) {
            self.element = element
        }
    }

    private let order: Order
    private var slots: [Element.ID: Slot] = [:]
    /// The same slots in ascending order of rank.
    private var ordered: [Slot] = []
    /// Elements of this rank or higher belong to another window.
    private(set) var upperEnd: Rank?
    /// Elements below this rank are not loaded, unless the window reaches the end of the list.
    private(set) var lowerEnd: Rank?
    private(set) var reachesEnd = true
    /// The number of changes.
    private(set) var changes = 0
    private var highest: Int64 = 0
    /// Whether the elements may be outdated, so that the window has to be loaded again.
    private(set) var isOutdated = false

    /// Creates an empty window that accepts every element, for a list that was not loaded.
    init(_ order: Order) {
        self.order = order
    }

    /// Creates the window of a page.
    ///
    /// - Parameters:
    ///   - order: The order of the list.
    ///   - page: The elements in the order of the server.
    ///   - previous: The window of the preceding page; `nil` for the first page.
    ///   - isLast: Whether the list ends with this page.
    init(_ order: Order, page: [Element], after previous: ListWindow?, isLast: Bool) {
        self.order = order
        var value = previous?.lowest ?? 0
        for element in page where slots[element.id] == nil {
            value -= 1
            let rank = Self.rank(Self.value(of: element, in: order) ?? value, element.id, in: order)
            slots[element.id] = Slot(element: element, rank: rank)
        }
        upperEnd = previous?.lowerEnd
        ordered = slots.values.sorted { $0.rank < $1.rank }
        lowerEnd = ordered.first?.rank ?? previous?.lowerEnd
        reachesEnd = isLast
    }

    /// Whether the element is loaded. A loaded element can be shown or concealed.
    public func holds(_ id: Element.ID) -> Bool { slots[id] != nil }

    /// The element with this id, if it is loaded, even if it is concealed.
    public subscript(id: Element.ID) -> Element? { slots[id]?.element }

    /// The number of elements, including concealed elements.
    var count: Int { slots.count }

    /// Appends the matching elements in order, with the concealed elements in an array of their own. O(n).
    func append(
        to shown: inout [Element], concealed: inout [Element], where isMeant: (Element.ID) -> Bool
    ) {
        shown.reserveCapacity(shown.count + ordered.count)
        for slot in ordered.reversed() where isMeant(slot.rank.id) {
            if slot.isConcealed { concealed.append(slot.element) } else { shown.append(slot.element) }
        }
    }

    /// Whether a loaded element matches, including concealed elements. O(n).
    public func contains(where isMeant: (Element) -> Bool) -> Bool { slots.values.contains { isMeant($0.element) } }

    /// Inserts an element at its position, or replaces the element with the same id. An element that belongs outside
    /// the loaded range is left out.
    public mutating func upsert(_ element: Element) {
        let known = slots[element.id]
        let rank: Rank
        if let value = Self.value(of: element, in: order) {
            rank = Self.rank(value, element.id, in: order)
        } else if let known {
            rank = known.rank
        } else {
            guard upperEnd == nil else { return }
            highest += 1
            rank = Self.rank(highest, element.id, in: order)
        }
        set(holds(rank) ? Slot(element: element, rank: rank) : nil, for: element.id)
    }

    /// Changes the element with this id, if it is loaded. Its position remains the same.
    public mutating func update(_ id: Element.ID, _ change: (inout Element) -> Void) {
        guard let slot = slots[id] else { return }
        var element = slot.element
        change(&element)
        set(Slot(element: element, rank: slot.rank, isConcealed: slot.isConcealed), for: id)
    }

    /// Changes all loaded elements that match. O(n).
    public mutating func updateAll(where isMeant: (Element) -> Bool, _ change: (inout Element) -> Void) {
        for (id, slot) in slots where isMeant(slot.element) { update(id, change) }
    }

    /// Removes the element. Does nothing if it is not loaded.
    public mutating func remove(_ id: Element.ID) { set(nil, for: id) }

    /// Removes all elements that match. O(n).
    public mutating func removeAll(where isGone: (Element) -> Bool) {
        for (id, slot) in slots where isGone(slot.element) { set(nil, for: id) }
    }

    /// Hides an element, and keeps its position for ``reveal(_:)``.
    public mutating func conceal(_ id: Element.ID) { setConcealed(true, id) }

    /// Shows a concealed element again.
    public mutating func reveal(_ id: Element.ID) { setConcealed(false, id) }

    /// Marks the list as outdated, because an event has changed it in a way that only the server knows.
    public mutating func invalidate() { isOutdated = true }

    /// Appends the window of the next page.
    mutating func append(_ next: ListWindow) {
        slots.merge(next.slots) { known, _ in known }
        ordered = slots.values.sorted { $0.rank < $1.rank }
        lowerEnd = next.lowerEnd
        reachesEnd = next.reachesEnd
        changes += 1
        isOutdated = isOutdated || next.isOutdated
    }

    private mutating func setConcealed(_ isConcealed: Bool, _ id: Element.ID) {
        guard var slot = slots[id] else { return }
        slot.isConcealed = isConcealed
        set(slot, for: id)
    }

    private mutating func set(_ slot: Slot?, for id: Element.ID) {
        let before = slots[id]?.rank
        slots[id] = slot
        guard before != nil || slot != nil else { return }
        changes += 1
        if let before { ordered.remove(at: place(of: before)) }
        if let slot { ordered.insert(slot, at: place(of: slot.rank)) }
    }

    /// Returns the number of slots of lower rank, by binary search. O(log n).
    private func place(of rank: Rank) -> Int {
        var (low, high) = (0, ordered.count)
        while low < high {
            let middle = low + (high - low) / 2
            if ordered[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private var lowest: Int64 { ordered.first?.rank.value ?? 0 }

    private func holds(_ rank: Rank) -> Bool {
        (upperEnd.map { rank < $0 } ?? true) && (reachesEnd || lowerEnd.map { rank >= $0 } ?? false)
    }

    private static func rank(_ value: Int64, _ id: Element.ID, in order: Order) -> Rank {
        var isAscending = false
        if case .earliestFirst = order { isAscending = true }
        return Rank(value: value, id: id, isAscending: isAscending)
    }

    /// The sort value: the date in milliseconds, the precision of the server's order; `nil` for ``Order/asListed``.
    private static func value(of element: Element, in order: Order) -> Int64? {
        switch order {
        case .latestFirst(let date): milliseconds(date(element))
        case .earliestFirst(let date): 0 &- milliseconds(date(element))
        case .asListed: nil
        }
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded(.down)) ?? 0
    }
}
