public import Foundation

/// A centre for previews and tests. Nothing is shown: ``deliverDue(at:)`` returns what would be.
public actor InMemoryNotificationCentre: NotificationCentre {
    private var held = HeldNotifications()
    private var current: NotificationPermission
    private let answer: NotificationPermission
    private let limit: Int?

    /// What was delivered, in order.
    public private(set) var delivered: [PendingNotification] = []

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - permission: What the user allows before they are asked.
    ///   - answer: What they allow once they are asked.
    ///   - limit: How many it holds; `nil` for any number.
    public init(
        permission: NotificationPermission = NotificationPermission(.authorised),
        answer: NotificationPermission = NotificationPermission(.authorised), limit: Int? = nil
    ) {
        (current, self.answer, self.limit) = (permission, answer, limit)
    }

    /// What the user allows now.
    public func permission() -> NotificationPermission { current }

    /// Changes what the user allows, as they do in the settings.
    public func setPermission(_ permission: NotificationPermission) { current = permission }

    /// Gives the answer that the centre was created with, if the user has not decided yet.
    public func requestPermission() -> NotificationPermission {
        if current.canAsk { current = answer }
        return current
    }

    /// What is not delivered yet, soonest first.
    public func pending() -> [PendingNotification] { held.all }

    /// Adds a notification, unless the centre is full.
    public func add(_ notification: PendingNotification) throws(NotificationSchedulingError) {
        if let limit, held.count >= limit, !held.contains(notification.identifier) { throw .full(limit: limit) }
        held.add(notification)
    }

    /// Removes notifications.
    public func remove(_ identifiers: [String]) { held.remove(identifiers) }

    /// Delivers what is due, soonest first. What has expired in the meantime is dropped.
    @discardableResult public func deliverDue(at now: Date) -> [PendingNotification] {
        let due = held.takeDue(at: now)
        delivered += due
        return due
    }
}

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
