import Foundation
import NotificationScheduling

/// A centre of a web front end, which shows due notifications on the open page.
actor PageNotificationCentre: NotificationCentre {
    private let limit: Int
    private var notifications: [String: PendingNotification] = [:]

    init(limit: Int = 64) { self.limit = limit }

    // The page needs no permission. It has neither sound nor badge.
    func permission() -> NotificationPermission {
        NotificationPermission(.authorised, sound: .notSupported, badge: .notSupported)
    }

    func requestPermission() -> NotificationPermission { permission() }

    func pending() -> [PendingNotification] { Array(notifications.values) }

    func add(_ notification: PendingNotification) throws(NotificationSchedulingError) {
        let isNew = notifications[notification.identifier] == nil
        guard !isNew || notifications.count < limit else { throw .full(limit: limit) }
        notifications[notification.identifier] = notification
    }

    func remove(_ identifiers: [String]) {
        for identifier in identifiers { notifications[identifier] = nil }
    }

    /// Removes the due notifications, and returns those that have not expired. The page calls it each minute.
    func takeDue(at now: Date) -> [PendingNotification] {
        let due = notifications.values.filter { notification in notification.fire.map { $0 <= now } ?? false }
        remove(due.map(\.identifier))
        return due.filter { notification in notification.expires.map { now < $0 } ?? true }
    }
}
