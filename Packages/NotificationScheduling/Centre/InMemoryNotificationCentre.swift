public import Foundation

/// A centre for previews and tests. Nothing is shown: ``deliverDue(at:)`` returns what would be.
public actor InMemoryNotificationCentre: NotificationCentre {
    private var held = HeldNotifications()
    private var current: NotificationPermission
    private let answer: NotificationPermission
    private let limit: Int?

    /// What was delivered, in order.
    public private(set) var delivered: [PendingNotification] = []
    /// Identifiers that ``add(_:)`` refuses with ``NotificationSchedulingError/refused(_:)``.
    public private(set) var refused: Set<String> = []
    /// Identifiers that ``add(_:)`` accepts and forgets.
    public private(set) var forgotten: Set<String> = []

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

    /// Refuses and forgets some notifications from now on.
    public func misbehave(refusing refused: Set<String> = [], forgetting forgotten: Set<String> = []) {
        (self.refused, self.forgotten) = (refused, forgotten)
    }

    /// Gives the answer that the centre was created with, if the user has not decided yet.
    public func requestPermission() -> NotificationPermission {
        if current.canAsk { current = answer }
        return current
    }

    /// What is not delivered yet, soonest first.
    public func pending() -> [PendingNotification] { held.all }

    /// Adds a notification, unless the centre is full or refuses it.
    public func add(_ notification: PendingNotification) throws(NotificationSchedulingError) {
        if refused.contains(notification.identifier) { throw .refused("set by misbehave") }
        if forgotten.contains(notification.identifier) { return held.remove([notification.identifier]) }
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
