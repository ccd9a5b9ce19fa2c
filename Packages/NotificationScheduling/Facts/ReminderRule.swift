/// A rule for the time of one kind of notification, and for the effect of quiet hours on it.
///
/// A fact has a list of rules. This module provides the lists for common subjects, and a feature may define its own:
///
/// ```swift
/// let rules = ReminderRule.meetup + [.reconfirm]
/// let ferry = ReminderRule(NotificationKind(rawValue: "last_ferry"), .beforeEnd(.seconds(2_700)))
/// ```
public struct ReminderRule: Hashable, Sendable {
    /// The reference point of the time, which also determines the latest time.
    public enum Moment: Hashable, Sendable {
        /// The given duration before the start; never at or after the start.
        case beforeStart(Duration)
        /// The given duration before the user has to leave; never at or after the start. Applies only if the travel
        /// time is known.
        case beforeLeaving(Duration)
        /// The given duration before the end; never at or after the end.
        case beforeEnd(Duration)
        /// The given duration after the end, once; not later than a week after the end.
        case afterEnd(Duration)
        /// The start or, if that is past, immediately after planning, once; never at or after the end.
        case onceStarted
    }

    /// The effect of quiet hours.
    public enum QuietHoursPolicy: Hashable, Sendable {
        /// Quiet hours move the notification.
        case respected
        /// Quiet hours move the notification unless the user has accepted.
        case respectedUnlessAccepted
        /// Quiet hours do not apply.
        case ignored
    }

    /// The kind of the notification.
    public let kind: NotificationKind
    /// The time of the notification.
    public let moment: Moment
    /// The effect of quiet hours.
    public let quietHours: QuietHoursPolicy

    /// Creates a rule.
    public init(_ kind: NotificationKind, _ moment: Moment, quietHours: QuietHoursPolicy = .respected) {
        (self.kind, self.moment, self.quietHours) = (kind, moment, quietHours)
    }

    /// 24 hours before the start.
    public static let dayBefore = Self(.dayBefore, .beforeStart(.hours(24)), quietHours: .respectedUnlessAccepted)
    /// An hour before the start.
    public static let hourBefore = Self(.hourBefore, .beforeStart(.hours(1)), quietHours: .respectedUnlessAccepted)
    /// Five minutes before the user has to leave.
    public static let leaveNow = Self(
        .leaveNow, .beforeLeaving(.seconds(300)), quietHours: .respectedUnlessAccepted)
    /// Six hours before the start.
    public static let reconfirm = Self(.reconfirm, .beforeStart(.hours(6)), quietHours: .respectedUnlessAccepted)
    /// 15 minutes after the end, and never in quiet hours, even if the user has accepted.
    public static let afterMeetup = Self(.afterMeetup, .afterEnd(.seconds(900)))

    /// The rules of a meetup, from its start to its end.
    public static let meetup = [dayBefore, hourBefore, leaveNow, afterMeetup]
    /// The rules of a request, from its creation until it expires.
    public static let request = [Self(.newRequest, .onceStarted)]
    /// The rules of a rating, from the time at which it can be given until it expires. The reminder
    /// fires a day before the expiry.
    public static let rating = [Self(.ratingDue, .beforeEnd(.hours(24)))]
    /// The rules of a proposal, from its creation until it expires. The reminder fires two hours before the expiry.
    public static let proposal = [Self(.proposalDeadline, .beforeEnd(.hours(2)))]
    /// The rules of an invitation, from its creation until it expires. The reminder fires two hours before the expiry.
    public static let invitation = [Self(.invitationDeadline, .beforeEnd(.hours(2)))]
    /// The rules of a safety check-in, from its due time until the contact is notified. Quiet hours do not apply.
    public static let checkIn = [Self(.checkInDue, .onceStarted, quietHours: .ignored)]
}

extension Duration {
    fileprivate static func hours(_ hours: Int) -> Self { .seconds(hours * 3_600) }
}
