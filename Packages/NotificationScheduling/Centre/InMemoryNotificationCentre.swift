public import Foundation

/// A centre for previews and tests. It shows nothing: ``deliverDue(at:)`` returns the notifications that would be
/// shown.
public actor InMemoryNotificationCentre: NotificationCentre {
    private var held = StoredNotifications()
    private var current: NotificationPermission
    private let answer: NotificationPermission
    private let limit: Int?

    /// The delivered notifications, in order of delivery.
    public private(set) var delivered: [PendingNotification] = []

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - permission: The permission before the user is asked.
    ///   - answer: The permission after the user is asked.
    ///   - limit: The maximum number of pending notifications; `nil` for no limit.
    public init(
        permission: NotificationPermission = NotificationPermission(.authorised),
        answer: NotificationPermission = NotificationPermission(.authorised), limit: Int? = nil
    ) {
        (current, self.answer, self.limit) = (permission, answer, limit)
    }

    /// The current permission.
    public func permission() -> NotificationPermission { current }

    /// Changes the permission, like the user in the settings of the system.
    public func setPermission(_ permission: NotificationPermission) { current = permission }

    /// Applies the answer passed to the initializer, if the user has not decided yet.
    public func requestPermission() -> NotificationPermission {
        if current.canAsk { current = answer }
        return current
    }

    /// The notifications that are not delivered yet, soonest first.
    public func pending() -> [PendingNotification] { held.all }

    /// Adds a notification, in place of a notification with the same identifier.
    ///
    /// - Throws: ``NotificationSchedulingError/full(limit:)`` if the centre holds its maximum.
    public func add(_ notification: PendingNotification) throws(NotificationSchedulingError) {
        if let limit, held.count >= limit, !held.contains(notification.identifier) { throw .full(limit: limit) }
        held.add(notification)
    }

    /// Removes notifications. Unknown identifiers are ignored.
    public func remove(_ identifiers: [String]) { held.remove(identifiers) }

    /// Delivers the notifications that are due, soonest first. Drops expired notifications.
    @discardableResult public func deliverDue(at now: Date) -> [PendingNotification] {
        let due = held.takeDue(at: now)
        delivered += due
        return due
    }
}

/// The notifications of a centre that stores them in memory.
struct StoredNotifications {
    private var held: [String: PendingNotification] = [:]

    /// All notifications, soonest first.
    var all: [PendingNotification] {
        held.values.sorted { ($0.fire ?? .distantFuture, $0.identifier) < ($1.fire ?? .distantFuture, $1.identifier) }
    }

    var count: Int { held.count }
    /// The time at which the next notification is due.
    var nextFire: Date? { held.values.compactMap(\.fire).min() }

    func contains(_ identifier: String) -> Bool { held[identifier] != nil }

    mutating func add(_ notification: PendingNotification) { held[notification.identifier] = notification }

    mutating func remove(_ identifiers: [String]) {
        for identifier in identifiers { held[identifier] = nil }
    }

    /// Removes and returns the notifications that are due, soonest first. Drops expired notifications.
    mutating func takeDue(at now: Date) -> [PendingNotification] {
        let due = all.filter { one in one.fire.map { $0 <= now } ?? false }
        remove(due.map(\.identifier))
        return due.filter { one in one.expires.map { now < $0 } ?? true }
    }
}
