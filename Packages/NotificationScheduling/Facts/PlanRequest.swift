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
