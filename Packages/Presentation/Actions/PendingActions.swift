import Networking
import OrbitModels

/// The actions of this device that are not in the log yet. Every list and resource shows them as an overlay on the
/// server's state; see ``PendingOverlay``.
///
/// An entry contains the expected events of its action. They are folded by the same functions as the events of the log.
/// Events state a result, such as "this person is hidden", and not a difference, such as "one less". Therefore folding
/// an event twice, or into a list that already has its effect, changes nothing.
///
/// Entries are found by action, person and position, so the cost of an action or an event does not depend on the number
/// of entries.
struct PendingActions {
    /// An action that is not in the log yet.
    struct Entry {
        /// The number of the entry. Later actions have greater numbers.
        let number: Int
        let key: IdempotencyKey
        fileprivate(set) var events: [LogEvent]
        /// The position of the effect in the log, as stated by the response; `nil` before the response.
        fileprivate(set) var effect: LogPosition?

        /// Whether a snapshot at a position includes the effect.
        func isIncluded(at position: LogPosition?) -> Bool {
            guard let effect, let position else { return false }
            return effect.epoch == position.epoch && effect.seq <= position.seq
        }
    }

    /// The number before that of the first entry.
    static let noEntry = -1

    private var entries: [Int: Entry] = [:]
    /// The numbers of all entries and of some removed entries, in ascending order.
    private var order: [Int] = []
    /// The number of the last entry that began.
    private(set) var last = Self.noEntry
    /// The number of expected events in all entries.
    private var eventCount = 0
    private var byAction = NumberIndex<String>()
    /// The entries that hide a person.
    private var hiding = NumberIndex<UserID>()
    /// The entries with other events about a person.
    private var naming = NumberIndex<UserID>()
    private var confirmations = ConfirmedEffects()
    private var changes = EntryChanges()

    /// Whether no events are expected.
    var isEmpty: Bool { eventCount == 0 }

    /// Whether the response to an action may have arrived before its effect.
    var hasConfirmed: Bool { !confirmations.isEmpty }

    /// The number of changes and removals of entries.
    var revision: Int { changes.revision }

    mutating func begin(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        last += 1
        entries[last] = Entry(number: last, key: key, events: events)
        order.append(last)
        eventCount += events.count
        byAction.insert(last, key.rawValue)
        for event in events {
            guard let subject = event.subject else { continue }
            if event.kind == .personHidden { hiding.insert(last, subject) } else { naming.insert(last, subject) }
        }
    }

    /// Stores the position of the effect after the response has arrived. The entry remains until the log reaches the
    /// position.
    mutating func confirm(_ action: String, at position: LogPosition) {
        for number in byAction[action] {
            entries[number]?.effect = position
            confirmations.insert(number, at: position)
            changes.note(number)
        }
    }

    /// Removes each entry whose effect the log contains: an event names its action, or the log has reached the position
    /// of its effect. Also removes events that would show a person who was hidden.
    ///
    /// - Parameters:
    ///   - events: The new events of the log.
    ///   - position: The position of the log after the events.
    /// - Returns: Whether an entry was removed.
    /// - Complexity: O(n) for n events, apart from the removal of entries.
    @discardableResult mutating func settle(by events: [LogEvent], at position: LogPosition) -> Bool {
        guard !entries.isEmpty else { return false }
        let count = entries.count
        for action in events.lazy.compactMap(\.action) { remove(byAction[action]) }
        remove(confirmations.takeReached(by: position).filter { entries[$0]?.isIncluded(at: position) ?? false })
        for event in events where event.kind == .personHidden {
            if let hidden = event.subject { removeEvents(about: hidden) }
        }
        return entries.count < count
    }

    /// Removes the entry of an action that failed, or whose effect is known from another source.
    ///
    /// - Returns: Whether the entry existed.
    @discardableResult mutating func remove(_ key: IdempotencyKey) -> Bool {
        let numbers = byAction[key.rawValue]
        remove(numbers)
        return !numbers.isEmpty
    }

    /// Removes all entries whose response has arrived, because data loaded from now on includes their effects.
    ///
    /// - Returns: The events of the removed entries.
    mutating func takeConfirmed() -> [LogEvent] {
        let confirmed = entries(after: Self.noEntry).filter { $0.effect != nil }
        remove(confirmed.map(\.number))
        return confirmed.flatMap(\.events)
    }

    func contains(_ key: IdempotencyKey) -> Bool { !byAction[key.rawValue].isEmpty }

    func isConfirmed(_ key: IdempotencyKey) -> Bool { byAction[key.rawValue].contains { entries[$0]?.effect != nil } }

    /// Whether an expected event that a snapshot at `position` may lack hides the person.
    func isHiding(_ person: UserID, at position: LogPosition?) -> Bool {
        hiding[person].contains { !(entries[$0]?.isIncluded(at: position) ?? true) }
    }

    /// Returns the entries after that with a number, in the order in which the actions began.
    func entries(after number: Int) -> [Entry] {
        guard number < last else { return [] }
        let first = order.lastIndex { $0 <= number }.map { $0 + 1 } ?? 0
        return order[first...].compactMap { entries[$0] }
    }

    /// Returns the numbers of the entries that were changed or removed since a revision; `nil` if some of them are no
    /// longer known.
    func changes(since revision: Int) -> ArraySlice<Int>? { changes.since(revision) }

    private mutating func remove(_ numbers: some Sequence<Int>) {
        for number in numbers {
            guard let entry = entries.removeValue(forKey: number) else { continue }
            eventCount -= entry.events.count
            byAction.remove(number, entry.key.rawValue)
            for subject in entry.events.compactMap(\.subject) {
                hiding.remove(number, subject)
                naming.remove(number, subject)
            }
            changes.note(number)
        }
        if entries.isEmpty {
            (order, confirmations) = ([], ConfirmedEffects())
        } else if order.count > 2 * entries.count + 16 {
            order = order.filter { entries[$0] != nil }  // rarely, because it visits all entries
        }
    }

    /// Removes the events about a person from all entries, except events that hide the person.
    private mutating func removeEvents(about person: UserID) {
        for number in naming[person] {
            guard let before = entries[number]?.events.count else { continue }
            entries[number]?.events.removeAll { $0.kind != .personHidden && $0.subject == person }
            eventCount -= before - (entries[number]?.events.count ?? 0)
            naming.remove(number, person)
            changes.note(number)
        }
    }
}
