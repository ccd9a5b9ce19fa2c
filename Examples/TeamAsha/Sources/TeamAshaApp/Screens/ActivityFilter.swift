import OrbitModels

/// The search and the filter of a rider's own activities.
public struct ActivityFilter: Hashable, Sendable {
    /// The typed search: words of the name, the kind of sport or the day, such as `2026-05-14`.
    public var search = ""
    /// The shown origins; empty shows all origins.
    public var origins: Set<ActivityOrigin> = []

    /// Creates a filter that shows all activities.
    public init() {}

    /// Returns the activities that the filter shows, in their order.
    public func shown(_ activities: [Activity]) -> [Activity] {
        let search = TextSearch(search)
        return activities.filter { activity in
            (origins.isEmpty || origins.contains(activity.origin))
                && search.matches([activity.name, activity.sport.rawValue, "\(activity.day)"])
        }
    }
}
