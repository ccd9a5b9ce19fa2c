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
