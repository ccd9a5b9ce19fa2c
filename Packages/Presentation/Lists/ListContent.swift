import Foundation
import OrbitModels

/// The elements that a list has published.
///
/// The arrays of elements are created when they are first read. A screen reads once a frame, and many slices of events
/// can arrive before that. Copying a thousand elements takes longer than applying a hundred events.
@MainActor final class ListContent<Element: Identifiable & Sendable> where Element.ID: Sendable & Comparable {
    typealias Slot = ListWindow<Element>.Slot

    private let definition: ListDefinition<Element>
    /// All slots in ascending order.
    private let slots: [Slot]
    private let now: Date
    private let excluded: Set<UserID>
    private let state: ([Element]) -> LoadState<[Element]>

    /// All known elements; see ``PagedList/known``.
    private(set) lazy var known: [Element] = elements { !$0.isConcealed && !isExpired($0) }
    /// The concealed elements; see ``PagedList/concealed``.
    private(set) lazy var concealed: [Element] = elements { $0.isConcealed && !isExcluded($0.element) }
    /// The state of the list; see ``PagedList/items``.
    private(set) lazy var items: LoadState<[Element]> = state(
        excluded.isEmpty ? known : known.filter { !isExcluded($0) })

    /// Creates the content of a list.
    ///
    /// - Parameters:
    ///   - definition: The rules of the list.
    ///   - slots: The slots of the elements in ascending order, including concealed and expired elements.
    ///   - now: The date of the publication. Expired elements are left out.
    ///   - excluded: The people whose elements are left out of ``items`` and ``concealed``.
    ///   - state: Returns the state of the list with the elements to show.
    init(
        _ definition: ListDefinition<Element>, _ slots: [Slot] = [], now: Date = .distantPast,
        without excluded: Set<UserID> = [], state: @escaping ([Element]) -> LoadState<[Element]>
    ) {
        self.definition = definition
        self.slots = slots
        self.now = now
        self.excluded = excluded
        self.state = state
    }

    /// Whether ``items`` has no elements.
    var isNothingShown: Bool {
        !slots.contains { !$0.isConcealed && !isExpired($0) && !isExcluded($0.element) }
    }

    /// The time at which the next known element expires; `nil` if none of them expires.
    var nextExpiry: Date? {
        guard definition.expiresAt != nil else { return nil }
        var next: Slot?
        for slot in slots where !slot.isConcealed {
            guard let expiry = slot.expiry, expiry > now, next?.expiry.map({ expiry < $0 }) ?? true else { continue }
            next = slot
        }
        // The rules of a list may let an element expire earlier, for example because it was answered.
        guard let next, isExpired(next) else { return next?.expiry }
        return slots.filter { !$0.isConcealed && !isExpired($0) }.compactMap(\.expiry).filter { $0 > now }.min()
    }

    /// Returns the elements of the matching slots, the first element of the list first.
    private func elements(where isMeant: (Slot) -> Bool) -> [Element] {
        var found: [Element] = []
        found.reserveCapacity(slots.count)
        for slot in slots.reversed() where isMeant(slot) { found.append(slot.element) }
        return found
    }

    private func isExpired(_ slot: Slot) -> Bool { definition.isExpired(slot.element, now) }

    private func isExcluded(_ element: Element) -> Bool {
        !excluded.isEmpty && !excluded.isDisjoint(with: definition.people(element))
    }
}
