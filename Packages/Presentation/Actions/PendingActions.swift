import Networking
import OrbitModels

/// What was done on this device and is not in the log yet: the overlay that every list and resource puts on top of what
/// the server has said.
///
/// An entry holds the events that its action is expected to have. They are folded by the same functions as the real
/// events; since events say what *is* (this person is hidden) and not what changes (one less), folding one twice, or on
/// top of a list that has the effect already, changes nothing.
struct PendingActions {
    private struct Entry {
        let key: IdempotencyKey
        var events: [LogEvent]
        /// Where the log has the effect, once the response has said so.
        var effect: LogPosition?
    }

    /// In the order in which they were begun.
    private var entries: [Entry] = []

    /// Whether nothing is expected.
    var isEmpty: Bool { entries.allSatisfy(\.events.isEmpty) }

    mutating func begin(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        entries.append(Entry(key: key, events: events))
    }

    /// The response has come: the entry stays until the log has got there.
    mutating func confirm(_ action: String, at position: LogPosition) {
        for index in entries.indices where entries[index].key.rawValue == action {
            entries[index].effect = position
        }
    }

    /// Removes what the log has by now: by its own events, or by having got to where the effect is; and whatever shows
    /// a person who was hidden.
    ///
    /// - Returns: whether there was any.
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

    /// Removes the entry of an action that has failed, or whose effect is known otherwise.
    ///
    /// - Returns: whether it was still there.
    @discardableResult mutating func remove(_ key: IdempotencyKey) -> Bool {
        let count = entries.count
        entries.removeAll { $0.key == key }
        return entries.count < count
    }

    /// Removes all entries whose response has come: what is loaded from now on has their effect.
    ///
    /// - Returns: their events.
    mutating func takeConfirmed() -> [LogEvent] {
        let confirmed = entries.filter { $0.effect != nil }
        entries.removeAll { $0.effect != nil }
        return confirmed.flatMap(\.events)
    }

    func contains(_ key: IdempotencyKey) -> Bool { entries.contains { $0.key == key } }

    func isConfirmed(_ key: IdempotencyKey) -> Bool { entries.contains { $0.key == key && $0.effect != nil } }

    /// What is expected on top of a snapshot taken at `position`: whatever that does not have for certain.
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
