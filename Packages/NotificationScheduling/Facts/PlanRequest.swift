public import Foundation

/// The input of a plan, apart from the current time.
public struct PlanRequest: Hashable, Sendable {
    /// All subjects of notifications. A subject that is not included has no notification.
    public var facts: [NotificationFact]
    /// The preferences of the user.
    public var preferences: NotificationPreferences
    /// The time zone that the user is in.
    public var zone: TimeZone
    /// The notifications that the user has snoozed.
    public var snoozes: [Snooze]
    /// The notifications that were shown already. Kinds that are shown once are not planned again.
    public var delivered: Set<NotificationIdentifier>

    /// Creates a request.
    public init(
        _ facts: [NotificationFact], preferences: NotificationPreferences = NotificationPreferences(), zone: TimeZone,
        snoozes: [Snooze] = [], delivered: Set<NotificationIdentifier> = []
    ) {
        (self.facts, self.preferences, self.zone) = (facts, preferences, zone)
        (self.snoozes, self.delivered) = (snoozes, delivered)
    }
}

/// The user's choice of notifications and quiet hours.
public struct NotificationPreferences: Codable, Hashable, Sendable {
    /// The hours without notifications; `nil` for no quiet hours.
    public var quietHours: QuietHours?
    /// Kinds that the user has switched off.
    public var mutedKinds: Set<NotificationKind>
    /// Entities that the user has switched off, by identifier.
    public var mutedEntities: Set<String>
    /// Lead times that replace those of the rules of a kind. The lead times of a fact take precedence.
    public var leadTimes: [NotificationKind: [Duration]]

    /// Creates preferences.
    public init(
        quietHours: QuietHours? = .night, mutedKinds: Set<NotificationKind> = [], mutedEntities: Set<String> = [],
        leadTimes: [NotificationKind: [Duration]] = [:]
    ) {
        (self.quietHours, self.mutedKinds) = (quietHours, mutedKinds)
        (self.mutedEntities, self.leadTimes) = (mutedEntities, leadTimes)
    }
}

/// A notification to repeat later, unless its subject has changed by then.
public struct Snooze: Codable, Hashable, Sendable {
    /// The notification that was snoozed.
    public let identifier: NotificationIdentifier
    /// The version of the subject in the notification. An edit ends the snooze.
    public let version: Int
    /// The time of the repetition. The notification fires at least one minute before the limit of its rule, such as the
    /// start of its subject, even in quiet hours.
    public let until: Date

    /// Creates a snooze. A snoozed notification can be snoozed again.
    public init(_ identifier: NotificationIdentifier, version: Int, until: Date) {
        (self.identifier, self.version, self.until) = (identifier.plain, version, until)
    }
}
