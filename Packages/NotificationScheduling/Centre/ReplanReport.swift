public import Foundation

/// What planning anew has come to.
public struct ReplanReport: Sendable {
    /// A notification that is not as the plan wants it. The next re-plan tries again.
    public struct Failure: Hashable, Sendable {
        /// The notification; `nil` if the centre could not even say what is pending.
        public let identifier: String?
        /// What went wrong.
        public let error: NotificationSchedulingError
    }

    /// What the user is to be notified of, whether the centre holds it or not: what an inbox in the app shows.
    public let plan: NotificationPlan
    /// What the user allows.
    public let permission: NotificationPermission
    /// What was done, or tried: see ``failures``.
    public let changes: NotificationChanges?
    /// What is not as the plan wants it.
    public let failures: [Failure]
    /// Everything that was shown, as far as it is known; for ``PlanRequest/told`` after a restart.
    public let told: Set<NotificationIdentifier>
    /// What the centre holds, with its time. What is due by a restart was shown, too.
    public let scheduled: [NotificationIdentifier: Date]
    /// A later re-plan has taken over; what it does counts.
    public let isSuperseded: Bool
}
