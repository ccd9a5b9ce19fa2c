public import Foundation
import OrbitModels

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

    /// A loaded element with its place in the order. Copies of a window share their slots.
    final class Slot: Sendable {
        let isConcealed: Bool
        /// The instant from which the element is expired; `nil` if it does not expire.
        let expiry: Date?
        let rank: Rank
        let element: Element

        init(_ element: Element, _ rank: Rank, isConcealed: Bool, expiry: Date?) {
            self.isConcealed = isConcealed
            self.expiry = expiry
            self.rank = rank
            self.element = element
        }
    }

    private let order: Order
    private let expiresAt: (@Sendable (Element) -> Date?)?
    private var slots: [Element.ID: Slot] = [:]
    /// The same slots in ascending order of rank.
    private(set) var ordered: [Slot] = []
    /// The values of the ranks in ``ordered``.
    // Nearly all steps of a search compare only these numbers. A comparison of two ranks would copy their ids.
    private var values: [Int64] = []
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
    ///
    /// - Parameters:
    ///   - order: The order of the list.
    ///   - expiresAt: Returns the instant from which an element is expired. Called once for each version of an element.
    init(_ order: Order, expiresAt: (@Sendable (Element) -> Date?)? = nil) {
        (self.order, self.expiresAt) = (order, expiresAt)
    }

    /// Creates the window of a page.
    ///
    /// - Parameters:
    ///   - order: The order of the list.
    ///   - page: The elements in the order of the server.
    ///   - previous: The window of the preceding page; `nil` for the first page.
    ///   - isLast: Whether the list ends with this page.
    ///   - expiresAt: Returns the instant from which an element is expired. Called once for each version of an element.
    init(
        _ order: Order, page: [Element], after previous: ListWindow?, isLast: Bool,
        expiresAt: (@Sendable (Element) -> Date?)? = nil
    ) {
        (self.order, self.expiresAt) = (order, expiresAt)
        var value = previous?.lowest ?? 0
        for element in page where slots[element.id] == nil {
            value -= 1
            let rank = Self.rank(Self.value(of: element, in: order) ?? value, element.id, in: order)
            slots[element.id] = slot(element, rank)
        }
        upperEnd = previous?.lowerEnd
        sort()
        lowerEnd = ordered.first?.rank ?? previous?.lowerEnd
        reachesEnd = isLast
    }

    /// Whether the element is loaded. A loaded element can be shown or concealed.
    public func holds(_ id: Element.ID) -> Bool { slots[id] != nil }

    /// The element with this id, if it is loaded, even if it is concealed.
    public subscript(id: Element.ID) -> Element? { slots[id]?.element }

    /// The number of elements, including concealed elements.
    var count: Int { slots.count }

    /// Whether a loaded element matches, including concealed elements. O(n).
    public func contains(where isMeant: (Element) -> Bool) -> Bool { ordered.contains { isMeant($0.element) } }

    /// Inserts an element at its position, or replaces the element with the same id. An element that belongs outside
    /// the loaded range is left out.
    public mutating func upsert(_ element: Element) {
        let rank: Rank
        if let value = Self.value(of: element, in: order) {
            rank = Self.rank(value, element.id, in: order)
        } else if let known = slots[element.id] {
            rank = known.rank
        } else {
            guard upperEnd == nil else { return }
            highest += 1
            rank = Self.rank(highest, element.id, in: order)
        }
        set(holds(rank) ? slot(element, rank) : nil, for: rank.id)
    }

    /// Changes the element with this id, if it is loaded. Its position remains the same.
    public mutating func update(_ id: Element.ID, _ change: (inout Element) -> Void) {
        guard let slot = slots[id] else { return }
        var element = slot.element
        change(&element)
        set(self.slot(element, slot.rank, isConcealed: slot.isConcealed), for: id)
    }

    /// Changes all loaded elements that match. O(n).
    public mutating func updateAll(where isMeant: (Element) -> Bool, _ change: (inout Element) -> Void) {
        for slot in matches(isMeant) { update(slot.rank.id, change) }
    }

    /// Removes the element. Does nothing if it is not loaded.
    public mutating func remove(_ id: Element.ID) { set(nil, for: id) }

    /// Removes all elements that match. O(n).
    public mutating func removeAll(where isGone: (Element) -> Bool) {
        for slot in matches(isGone) { set(nil, for: slot.rank.id) }
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
        sort()
        lowerEnd = next.lowerEnd
        reachesEnd = next.reachesEnd
        changes += 1
        isOutdated = isOutdated || next.isOutdated
    }

    /// Extends the loaded range, at least to a rank.
    mutating func extend(to rank: Rank) { lowerEnd = lowerEnd.map { min($0, rank) } ?? rank }

    private mutating func setConcealed(_ isConcealed: Bool, _ id: Element.ID) {
        guard let slot = slots[id] else { return }
        set(self.slot(slot.element, slot.rank, isConcealed: isConcealed), for: id)
    }

    private func slot(_ element: Element, _ rank: Rank, isConcealed: Bool = false) -> Slot {
        Slot(element, rank, isConcealed: isConcealed, expiry: expiresAt?(element))
    }

    /// Returns the slots of the matching elements. The changes of a caller do not copy the window, as they would during
    /// an iteration over it.
    private func matches(_ isMeant: (Element) -> Bool) -> [Slot] { ordered.filter { isMeant($0.element) } }

    private mutating func set(_ slot: Slot?, for id: Element.ID) {
        let before: Slot?
        if let slot { before = slots.updateValue(slot, forKey: id) } else { before = slots.removeValue(forKey: id) }
        guard before != nil || slot != nil else { return }
        changes += 1
        if let before {
            let place = place(of: before.rank)
            if let slot, slot.rank.value == before.rank.value {
                ordered[place] = slot  // the rank is the same, because the id is
                return
            }
            ordered.remove(at: place)
            values.remove(at: place)
        }
        guard let slot else { return }
        let place = place(of: slot.rank)
        ordered.insert(slot, at: place)
        values.insert(slot.rank.value, at: place)
    }

    private mutating func sort() {
        ordered = slots.values.sorted { $0.rank < $1.rank }
        values = ordered.map(\.rank.value)
    }

    /// Returns the number of slots of lower rank. O(log n).
    private func place(of rank: Rank) -> Int {
        let first = Self.split(values.indices) { values[$0] < rank.value }
        guard first < values.count, values[first] == rank.value else { return first }
        let end = Self.split(first..<values.count) { values[$0] == rank.value }
        return Self.split(first..<end) { ordered[$0].rank < rank }
    }

    /// Returns the first place that does not match, or the end. No later place may match. Binary search, O(log n).
    private static func split(_ places: Range<Int>, where matches: (Int) -> Bool) -> Int {
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if matches(middle) { low = middle + 1 } else { high = middle }
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
        Int64(exactly: date.roundedMilliseconds) ?? 0
    }
}
