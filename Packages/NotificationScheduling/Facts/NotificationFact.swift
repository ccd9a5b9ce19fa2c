/// All that planning has to know about one subject.
///
/// ```swift
/// let tennis = NotificationFact(
///     NotificationSubject("meetup-7", version: 3), title: "Tennis", at: AnchoredSpan(span), isAccepted: true,
///     travelTime: .seconds(1_500))
/// ```
public struct NotificationFact: Hashable, Sendable {
    /// What it is about.
    public let subject: NotificationSubject
    /// What the user calls it. Shown in the text.
    public let title: String
    /// When it takes place, or can be acted upon.
    public let span: AnchoredSpan
    /// What is to be notified of, and when.
    public let rules: [ReminderRule]
    /// Whether the user has accepted: quiet hours then do not silence the reminders before it.
    public let isAccepted: Bool
    /// How long the user travels to it; `nil` if that is not known.
    public let travelTime: Duration?
    /// Instead of the lead time of the rules of a kind. None silences the kind for this subject.
    public let leadTimes: [NotificationKind: [Duration]]

    /// Creates a fact; without rules, it is a meetup.
    public init(
        _ subject: NotificationSubject, title: String, at span: AnchoredSpan,
        rules: [ReminderRule] = ReminderRule.meetup, isAccepted: Bool = false, travelTime: Duration? = nil,
        leadTimes: [NotificationKind: [Duration]] = [:]
    ) {
        (self.subject, self.title, self.span, self.rules) = (subject, title, span, rules)
        (self.isAccepted, self.travelTime, self.leadTimes) = (isAccepted, travelTime, leadTimes)
    }
}
