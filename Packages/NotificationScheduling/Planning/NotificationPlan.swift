public import Foundation
public import OrbitModels
import TimeAndChance

/// The notifications to schedule. An app also shows them in its own inbox of upcoming events, even if notifications are
/// not permitted.
public struct NotificationPlan: Hashable, Sendable {
    /// The notifications by time, soonest first, then by subject. Their number is within the budget.
    public let notifications: [PlannedNotification]
    /// Whether more notifications follow than fit. The last notification then says so.
    public let hasMore: Bool
    /// The time of planning.
    public let made: Date
    /// The time zone of the plan.
    public let zone: TimeZone

    /// The notification that fires next.
    public var next: PlannedNotification? { notifications.first }
}

/// A notification to schedule, with its time, its subjects, and the parameters of its text.
public struct PlannedNotification: Hashable, Sendable {
    /// The form in which a centre receives the time.
    public enum Trigger: Hashable, Sendable {
        /// An instant, independent of the user's clock.
        case instant(Date)
        /// A time on the user's wall clock. The notification follows the user to another time zone even if the app does
        /// not run.
        case wallClock(LocalDateTime)
    }

    /// The identifier, which an edit of the subject does not change.
    public let identifier: NotificationIdentifier
    /// The time at which it fires, in the time zone of the plan. Whole seconds.
    public let fire: Date
    /// The form in which the centre receives the time.
    public let trigger: Trigger
    /// The time from which it is useless, because its subject has begun or ended; `nil` if it never expires.
    public let expires: Date?
    /// The subjects: several for a digest, and an empty array for ``NotificationKind/moreComing``.
    public let subjects: [NotificationSubject]
    /// The code of its text in ``NotificationKind/vocabulary``.
    public let template: String
    /// The parameters of its text.
    public let parameters: [String: ParameterValue]
    /// The start of the subject, or the time of ``fire`` if that is earlier, in seconds since 1970. It is `nil` unless
    /// the rule is ``ReminderRule/Moment/onceStarted`` and quiet hours do not defer the notification.
    ///
    /// The ``fingerprint`` contains it, because the time at which such a notification fires can depend on the time of
    /// planning.
    let due: Int?

    /// The kind of the notification.
    public var kind: NotificationKind { identifier.kind }

    /// A hash of the content, as 16 hexadecimal digits. It is the same in every process, and almost certainly differs
    /// for different content.
    public var fingerprint: String {
        var text = identifier.rawValue + "\n\(template)\n"
        text += "\(due ?? TimeZone.gmt.second(of: fire))"
        if case .wallClock(let time) = trigger { text += "\n\(time)" }
        for subject in subjects {
            text += "\n\(subject.entity)\n\(subject.occurrence ?? "-")\n\(subject.version)"
        }
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { text += "\n\(name)=\(value)" }
        return Fingerprint.of(text)
    }
}

/// A short hash of a text.
enum Fingerprint {
    /// Returns the hash as 16 hexadecimal digits.
    static func of(_ text: String) -> String {
        let digits = String(StableHash(text).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
