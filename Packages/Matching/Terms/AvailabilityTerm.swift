/// Availability: the level of free time in common.
enum AvailabilityTerm {
    /// `nil` if either has no free hours.
    static func level(shared: Int, mine: Int, theirs: Int) -> FreeTimeLevel? {
        mine > 0 && theirs > 0 ? FreeTimeLevel(sharedHours: shared) : nil
    }

    static func value(_ level: FreeTimeLevel?) -> TermValue? { level.map { TermValue($0.worth) } }
}
