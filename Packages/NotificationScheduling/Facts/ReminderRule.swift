/// When one kind of notification fires for a subject, and how quiet hours apply to it.
///
/// A fact has a list of rules. The lists for usual subjects are here; a feature may write its own:
///
/// ```swift
/// let rules = ReminderRule.meetup + [.reconfirm]
/// let ferry = ReminderRule(NotificationKind(rawValue: "last_ferry"), .beforeEnd(.seconds(2_700)))
/// ```
public struct ReminderRule: Hashable, Sendable {
    /// What it fires relative to, which also limits how late it may fire.
    public enum Moment: Hashable, Sendable {
        /// So long before the start; never at or after the start.
        case beforeStart(Duration)
        /// So long before the user has to leave; never at or after the start. Only if the travel time is known.
        case beforeLeaving(Duration)
        /// So long before the end; never at or after the end.
        case beforeEnd(Duration)
        /// So long after the end, once; not later than a week after the end.
        case afterEnd(Duration)
        /// At the start or, if that is past, as soon as it is planned, once; never at or after the end.
        case onceStarted
    }

    /// What quiet hours do to it.
    public enum QuietHoursPolicy: Hashable, Sendable {
        /// They move it.
        case respected
        /// They move it unless the user has accepted.
        case respectedUnlessAccepted
        /// They do not apply.
        case ignored
    }

    /// Why it is shown.
    public let kind: NotificationKind
    /// When it fires.
    public let moment: Moment
    /// What quiet hours do to it.
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
    /// 15 minutes after the end; accepted or not, never in quiet hours.
    public static let afterMeetup = Self(.afterMeetup, .afterEnd(.seconds(900)))

    /// For a meetup, from its start to its end.
    public static let meetup = [dayBefore, hourBefore, leaveNow, afterMeetup]
    /// For a request, from when it was made until it lapses.
    public static let request = [Self(.newRequest, .onceStarted)]
    /// For a rating, from when it can be given until it cannot: a day before.
    public static let rating = [Self(.ratingDue, .beforeEnd(.hours(24)))]
    /// For a proposal, from when it was made until it lapses: two hours before.
    public static let proposal = [Self(.proposalDeadline, .beforeEnd(.hours(2)))]
    /// For an invitation, from when it was made until it lapses: two hours before.
    public static let invitation = [Self(.invitationDeadline, .beforeEnd(.hours(2)))]
    /// For a safety check-in, from when it is due until others are told. Quiet hours do not apply.
    public static let checkIn = [Self(.checkInDue, .onceStarted, quietHours: .ignored)]
}

extension Duration {
    fileprivate static func hours(_ hours: Int) -> Self { .seconds(hours * 3_600) }
}
