/// How an index scores.
public enum RankFormula: Hashable, Sendable {
    /// The score of ``Compatibility``: both sides fused, unanswered counted at its worst.
    case reciprocal
    /// A plain sum, for comparison with other tools on the same data: 1 − distance/√3 of the sliders, Jaccard index of
    /// the interests, free hours shared over those of the less free, equality of group size and of frequency,
    /// exp(−kilometres / `decay`).
    case plain(decay: Double)
}

/// A formula as the search uses it: the score itself, and for each part that is looked up in a table the most that
/// it can add.
///
/// The bounds never decrease with `shared`, and never increase with `theirs`.
protocol ScoringFormula {
    var weights: RankWeights { get }
    func interestBound(shared: Double, mine: Double, theirs: Double) -> Double
    func hourBound(shared: Double, mine: Double, theirs: Double) -> Double
    func socialBound(_ mine: SocialCode, _ theirs: SocialCode) -> Double
    /// Never increases with `kilometres`.
    func distanceBound(kilometres: Double) -> Double
    func score(_ facts: PairFacts) -> Double
}
