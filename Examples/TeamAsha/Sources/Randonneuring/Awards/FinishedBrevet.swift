/// A ride of a rider that an organizer has homologated.
public struct FinishedBrevet: Hashable, Sendable {
    /// The nominal distance in kilometres. The extra distance of a longer route does not count.
    public let kilometres: Int
    /// The month of the scheduled start. A brevet that ends in the next month counts for the month of its start.
    public let month: SeasonMonth

    /// Creates a finished brevet. Returns `nil` unless the distance is 50 to 5,000 km.
    public init?(kilometres: Int, month: SeasonMonth) {
        guard (50...5_000).contains(kilometres) else { return nil }
        self.kilometres = kilometres
        self.month = month
    }
}
