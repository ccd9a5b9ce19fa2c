public import Foundation

/// The notifications that are to be pending. It is also what an app shows in its own inbox of what is to come, whether
/// notifications are permitted or not.
public struct NotificationPlan: Hashable, Sendable {
    /// By time, soonest first, then by subject. Their number is within the budget.
    public let notifications: [PlannedNotification]
    /// Whether more would follow than fit; the last notification then says so.
    public let hasMore: Bool
    /// When it was made.
    public let made: Date
    /// The zone that it was made for.
    public let zone: TimeZone

    /// The next to fire.
    public var next: PlannedNotification? { notifications.first }
}
