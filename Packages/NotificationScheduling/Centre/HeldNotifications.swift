import Foundation

/// The notifications of a centre that keeps them in memory.
struct HeldNotifications {
    private var held: [String: PendingNotification] = [:]

    /// Soonest first.
    var all: [PendingNotification] {
        held.values.sorted { ($0.fire ?? .distantFuture, $0.identifier) < ($1.fire ?? .distantFuture, $1.identifier) }
    }

    var count: Int { held.count }
    /// When the next is due.
    var nextFire: Date? { held.values.compactMap(\.fire).min() }

    func contains(_ identifier: String) -> Bool { held[identifier] != nil }

    mutating func add(_ notification: PendingNotification) { held[notification.identifier] = notification }

    mutating func remove(_ identifiers: [String]) {
        for identifier in identifiers { held[identifier] = nil }
    }

    /// Takes out what is due, soonest first. What has expired in the meantime is dropped.
    mutating func takeDue(at now: Date) -> [PendingNotification] {
        let due = all.filter { one in one.fire.map { $0 <= now } ?? false }
        remove(due.map(\.identifier))
        return due.filter { one in one.expires.map { now < $0 } ?? true }
    }
}
