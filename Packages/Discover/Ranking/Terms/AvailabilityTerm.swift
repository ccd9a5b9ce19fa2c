/// Availability: how many of my free hours they are free in too, and the other way round.
enum AvailabilityTerm {
    /// Hours a week; two people who share as many can always meet.
    static let plenty = 8.0

    /// `nil` if one of the two gives no free hour.
    static func value(shared: Double, mine: Double, theirs: Double) -> TermValue? {
        guard mine > 0, theirs > 0 else { return nil }
        return TermValue(
            mine: min(1, shared / min(mine, plenty)), theirs: min(1, shared / min(theirs, plenty)))
    }
}
