/// The operations of the events API.
public enum EventRoutes {
    /// The caller's own log after a position: as one response, or as server-sent events to a client that accepts them.
    public static let events = Route(.get, "/events")

    /// All routes of the log.
    public static let all = [events]
}
