/// The facts about one subject that planning requires.
///
/// ```swift
/// let tennis = NotificationFact(
///     NotificationSubject("meetup-7", version: 3), title: "Tennis", at: AnchoredSpan(span), isAccepted: true,
///     travelTime: .seconds(1_500))
/// ```
public struct NotificationFact: Hashable, Sendable {
    /// The subject of the notifications.
    public let subject: NotificationSubject
    /// The name by which the user knows the subject, shown in the text.
    public let title: String
    /// The time at which the subject takes place, or can be acted upon.
    public let span: AnchoredSpan
    /// The rules for the notifications and their times.
    public let rules: [ReminderRule]
    /// Whether the user has accepted. Quiet hours then do not move the reminders before the subject.
    public let isAccepted: Bool
    /// The travel time of the user; `nil` if it is not known.
    public let travelTime: Duration?
    /// Lead times that replace those of the rules of a kind. An empty array silences the kind for this subject.
    public let leadTimes: [NotificationKind: [Duration]]

    /// Creates a fact. The default rules are those of a meetup.
    public init(
        _ subject: NotificationSubject, title: String, at span: AnchoredSpan,
        rules: [ReminderRule] = ReminderRule.meetup, isAccepted: Bool = false, travelTime: Duration? = nil,
        leadTimes: [NotificationKind: [Duration]] = [:]
    ) {
        (self.subject, self.title, self.span, self.rules) = (subject, title, span, rules)
        (self.isAccepted, self.travelTime, self.leadTimes) = (isAccepted, travelTime, leadTimes)
    }
}

/// The subject of a notification: an entity in one version.
public struct NotificationSubject: Hashable, Sendable, Codable {
    /// The identifier of the entity. It is opaque: it is compared but never parsed.
    public let entity: String
    /// The occurrence in a series, such as its day; `nil` for a subject that occurs once.
    public let occurrence: String?
    /// The version, which increases with each edit. A notification of an older version is replaced, and suppressed if
    /// it is late.
    public let version: Int

    /// Creates a subject.
    public init(_ entity: String, occurrence: String? = nil, version: Int = 0) {
        (self.entity, self.occurrence, self.version) = (entity, occurrence, version)
    }

    /// The subject without the version. Two facts with the same key describe the same subject.
    var key: SubjectKey { SubjectKey(entity: entity, occurrence: occurrence) }
}

/// A subject in any version.
struct SubjectKey: Hashable, Comparable {
    let entity: String
    let occurrence: String?

    static func < (lhs: Self, rhs: Self) -> Bool {
        guard lhs.entity == rhs.entity else { return lhs.entity < rhs.entity }
        guard let left = lhs.occurrence, let right = rhs.occurrence else {
            return lhs.occurrence == nil && rhs.occurrence != nil
        }
        return left < right
    }
}
