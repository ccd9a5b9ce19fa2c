public import Foundation

/// The loaded part of a list, to be changed by the events of a log.
///
/// A list that is in order by time knows where an element belongs without asking: inside of what is loaded it is shown,
/// beyond its end it comes with a later page.
public struct ListWindow<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable & Comparable {
    /// How a list is ordered.
    public enum Order: Sendable {
        /// The latest first; equals by id, the greater first. The server's order, too.
        case latestFirst(@Sendable (Element) -> Date)
        /// The earliest first; equals by id, the lesser first. The server's order, too.
        case earliestFirst(@Sendable (Element) -> Date)
        /// As the server lists them; new elements come first.
        case asListed
    }

    /// Where an element stands: higher comes first.
    struct Rank: Comparable, Sendable {
        let value: Int64
        let id: Element.ID
        /// Whether of two equals the one with the lesser id comes first.
        let isAscending: Bool

        static func < (left: Rank, right: Rank) -> Bool {
            guard left.value == right.value else { return left.value < right.value }
            return left.isAscending ? left.id > right.id : left.id < right.id
        }
    }

    private struct Slot {
        /// Elements are wide; a slot that is copied or moved is not.
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
    /// The same, the lowest first.
    private var ordered: [Slot] = []
    /// Elements of this rank and above belong to another window.
    private(set) var upperEnd: Rank?
    /// Elements below this rank are not loaded, unless the window reaches to the end of the list.
    private(set) var lowerEnd: Rank?
    private(set) var reachesEnd = true
    /// Counts what was changed.
    private(set) var changes = 0
    private var highest: Int64 = 0
    /// Whether what the window shows is no longer sure: it is to be loaded again.
    private(set) var isOutdated = false

    /// An empty window that takes any element: what is known of a list that was not loaded.
    init(_ order: Order) {
        self.order = order
    }

    /// A page as the server lists it.
    ///
    /// - Parameters:
    ///   - previous: the window of the page before.
    ///   - isLast: whether the list ends with it.
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

    /// Whether the element is loaded, shown or concealed.
    public func holds(_ id: Element.ID) -> Bool { slots[id] != nil }

    /// The element with this id, if it is loaded, shown or concealed.
    public subscript(id: Element.ID) -> Element? { slots[id]?.element }

    /// How many elements there are, shown or concealed.
    var count: Int { slots.count }

    /// Appends the elements that are meant in order, those concealed apart. O(n).
    func append(
        to shown: inout [Element], concealed: inout [Element], where isMeant: (Element.ID) -> Bool
    ) {
        shown.reserveCapacity(shown.count + ordered.count)
        for slot in ordered.reversed() where isMeant(slot.rank.id) {
            if slot.isConcealed { concealed.append(slot.element) } else { shown.append(slot.element) }
        }
    }

    /// O(n).
    public func contains(where isMeant: (Element) -> Bool) -> Bool { slots.values.contains { isMeant($0.element) } }

    /// Puts an element where it belongs, in place of the element with its id; leaves it out if it belongs beyond the end.
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

    /// Changes the element with this id, if it is loaded. Not its place.
    public mutating func update(_ id: Element.ID, _ change: (inout Element) -> Void) {
        guard let slot = slots[id] else { return }
        var element = slot.element
        change(&element)
        set(Slot(element: element, rank: slot.rank, isConcealed: slot.isConcealed), for: id)
    }

    /// Changes all loaded elements. O(n).
    public mutating func updateAll(where isMeant: (Element) -> Bool, _ change: (inout Element) -> Void) {
        for (id, slot) in slots where isMeant(slot.element) { update(id, change) }
    }

    /// Removes the element; no effect if it is not there.
    public mutating func remove(_ id: Element.ID) { set(nil, for: id) }

    /// Removes all that fit. O(n).
    public mutating func removeAll(where isGone: (Element) -> Bool) {
        for (id, slot) in slots where isGone(slot.element) { set(nil, for: id) }
    }

    /// Leaves an element out, and remembers its place for ``reveal(_:)``.
    public mutating func conceal(_ id: Element.ID) { setConcealed(true, id) }

    /// Shows the element again.
    public mutating func reveal(_ id: Element.ID) { setConcealed(false, id) }

    /// Says that an event has changed the list in a way that only the server can tell.
    public mutating func invalidate() { isOutdated = true }

    /// Takes in the window that follows this one.
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

    /// How many slots are lower, by bisection.
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

    /// In milliseconds, as precise as the server orders by.
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
