/// Interests: the share of my interests that they have, and vice versa, weighted by rarity.
enum InterestTerm {
    /// `nil` if either has no interests.
    ///
    /// - Parameters: Weights computed by ``InterestRarity``.
    static func value(shared: Double, mine: Double, theirs: Double) -> TermValue? {
        guard mine > 0, theirs > 0 else { return nil }
        return TermValue(mine: min(1, shared / mine), theirs: min(1, shared / theirs))
    }
}
