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

/// What a notification is about: an entity, in one version.
public struct NotificationSubject: Hashable, Sendable, Codable {
    /// The identifier of the entity. Opaque: never parsed, only compared.
    public let entity: String
    /// Which of a series, such as its day; `nil` for what happens once.
    public let occurrence: String?
    /// Greater with each edit. A notification of an older version is replaced, and suppressed if it is late.
    public let version: Int

    /// Creates a subject.
    public init(_ entity: String, occurrence: String? = nil, version: Int = 0) {
        (self.entity, self.occurrence, self.version) = (entity, occurrence, version)
    }

    /// Without the version: two facts with the same key describe the same subject.
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
