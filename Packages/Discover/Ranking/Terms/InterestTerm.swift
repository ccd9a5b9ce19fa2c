/// Interests: how much of what I like they like too, and the other way round, each interest with its rarity.
enum InterestTerm {
    /// `nil` if one of the two names no interest.
    ///
    /// - Parameters: weights as ``InterestRarity`` gives them.
    static func value(shared: Double, mine: Double, theirs: Double) -> TermValue? {
        guard mine > 0, theirs > 0 else { return nil }
        return TermValue(mine: min(1, shared / mine), theirs: min(1, shared / theirs))
    }
}
