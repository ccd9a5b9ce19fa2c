import Networking
import OrbitModels

/// The actions of this device that are not in the log yet. Every list and resource shows them as an overlay on the
/// server's state.
///
/// An entry contains the expected events of its action. They are folded by the same functions as the events of the log.
/// Events state a result, such as "this person is hidden", and not a difference, such as "one less". Therefore folding
/// an event twice, or into a list that already has its effect, changes nothing.
struct PendingActions {
    private struct Entry {
        let key: IdempotencyKey
        var events: [LogEvent]
        /// The position of the effect in the log, as stated by the response; `nil` before the response.
        var effect: LogPosition?
    }

    /// In the order in which the actions began.
    private var entries: [Entry] = []

    /// Whether no events are expected.
    var isEmpty: Bool { entries.allSatisfy(\.events.isEmpty) }

    mutating func begin(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        entries.append(Entry(key: key, events: events))
    }

    /// Stores the position of the effect after the response has arrived. The entry remains until the log reaches the
    /// position.
    mutating func confirm(_ action: String, at position: LogPosition) {
        for index in entries.indices where entries[index].key.rawValue == action {
            entries[index].effect = position
        }
    }

    /// Removes each entry whose effect the log contains: an event names its action, or the log has reached the position
    /// of its effect. Also removes events that would show a person who was hidden.
    ///
    /// - Parameters:
    ///   - events: The new events of the log.
    ///   - position: The position of the log after the events.
    /// - Returns: Whether an entry was removed.
    @discardableResult mutating func settle(by events: [LogEvent], at position: LogPosition) -> Bool {
        guard !entries.isEmpty else { return false }
        let count = entries.count
        let done = Set(events.compactMap(\.action))
        entries.removeAll { entry in
            done.contains(entry.key.rawValue)
                || entry.effect.map { $0.epoch == position.epoch && $0.seq <= position.seq } ?? false
        }
        for hidden in events where hidden.kind == .personHidden {
            for index in entries.indices {
                entries[index].events.removeAll { $0.kind != .personHidden && $0.isAbout(hidden.subject) }
            }
        }
        return entries.count < count
    }

    /// Removes the entry of an action that failed, or whose effect is known from another source.
    ///
    /// - Returns: Whether the entry existed.
    @discardableResult mutating func remove(_ key: IdempotencyKey) -> Bool {
        let count = entries.count
        entries.removeAll { $0.key == key }
        return entries.count < count
    }

    /// Removes all entries whose response has arrived, because data loaded from now on includes their effects.
    ///
    /// - Returns: The events of the removed entries.
    mutating func takeConfirmed() -> [LogEvent] {
        let confirmed = entries.filter { $0.effect != nil }
        entries.removeAll { $0.effect != nil }
        return confirmed.flatMap(\.events)
    }

    func contains(_ key: IdempotencyKey) -> Bool { entries.contains { $0.key == key } }

    func isConfirmed(_ key: IdempotencyKey) -> Bool { entries.contains { $0.key == key && $0.effect != nil } }

    /// Returns the expected events that a snapshot at `position` may lack.
    func events(missingAt position: LogPosition?) -> [LogEvent] {
        entries.flatMap { entry -> [LogEvent] in
            if let effect = entry.effect, let position, effect.epoch == position.epoch, effect.seq <= position.seq {
                return []
            }
            return entry.events
        }
    }
}

extension LogEvent {
    fileprivate func isAbout(_ person: UserID?) -> Bool { subject != nil && subject == person }
}
