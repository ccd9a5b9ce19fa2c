public import Foundation

/// What a plan is made from, beside the time.
public struct PlanRequest: Hashable, Sendable {
    /// All subjects that the user is to be notified of. A subject that is not here has no notification.
    public var facts: [NotificationFact]
    /// What the user wants.
    public var preferences: NotificationPreferences
    /// The zone that the user is in.
    public var zone: TimeZone
    /// What was put off.
    public var snoozes: [Snooze]
    /// What has been shown already. Of these, the kinds that come once are not planned again.
    public var told: Set<NotificationIdentifier>

    /// Creates a request.
    public init(
        _ facts: [NotificationFact], preferences: NotificationPreferences = NotificationPreferences(), zone: TimeZone,
        snoozes: [Snooze] = [], told: Set<NotificationIdentifier> = []
    ) {
        (self.facts, self.preferences, self.zone) = (facts, preferences, zone)
        (self.snoozes, self.told) = (snoozes, told)
    }
}

/// What the user wants to be notified of, and when not.
public struct NotificationPreferences: Codable, Hashable, Sendable {
    /// When not to disturb; `nil` for never.
    public var quietHours: QuietHours?
    /// Kinds that the user has switched off.
    public var mutedKinds: Set<NotificationKind>
    /// Entities that the user has switched off, by identifier.
    public var mutedEntities: Set<String>
    /// Instead of the lead time of the rules of a kind; what a fact says itself comes first.
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

/// "Remind me later": a notification that is to come again, unless its subject has changed by then.
public struct Snooze: Codable, Hashable, Sendable {
    /// The notification that was put off.
    public let identifier: NotificationIdentifier
    /// The version of the subject that the notification was about. An edit ends the snooze.
    public let version: Int
    /// When it is to come again. It comes at the latest a minute before its subject begins, in quiet hours too.
    public let until: Date

    /// Creates a snooze. What was put off before is put off again.
    public init(_ identifier: NotificationIdentifier, version: Int, until: Date) {
        (self.identifier, self.version, self.until) = (identifier.plain, version, until)
    }
}
