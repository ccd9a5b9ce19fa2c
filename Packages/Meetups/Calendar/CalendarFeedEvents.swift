public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has made, renewed or revoked the address of their calendar. Data: ``CalendarFeed``.
    public static let calendarChanged = Self(rawValue: "calendar.changed")
}

extension ListName {
    /// Whether the owner's calendar has an address.
    public static let calendar = Self(rawValue: "calendar")
}

extension ResourceDefinition<CalendarFeed> {
    /// The feed of the user's meetups.
    public static var calendarFeed: Self {
        Self(.calendar) { event, feed throws(LogEventError) in
            guard event.kind == .calendarChanged else { return .unknown }
            feed = try event.data()
            return .applied
        }
    }
}
