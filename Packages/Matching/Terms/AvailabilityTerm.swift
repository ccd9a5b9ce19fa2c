/// Availability: the share of my free hours in which they are free, and vice versa.
enum AvailabilityTerm {
    /// Hours a week that suffice: people who share as many can always meet.
    static let plenty = 8.0

    /// `nil` if either has no free hours.
    static func value(shared: Double, mine: Double, theirs: Double) -> TermValue? {
        guard mine > 0, theirs > 0 else { return nil }
        return TermValue(
            mine: min(1, shared / min(mine, plenty)), theirs: min(1, shared / min(theirs, plenty)))
    }
}
