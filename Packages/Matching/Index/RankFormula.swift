/// How an index computes scores.
public enum RankFormula: Hashable, Sendable {
    /// The score of ``Compatibility``: both sides combined, unanswered questions at their worst.
    case reciprocal
    /// A plain sum, for comparison with other tools on the same data: 1 − distance/√3 of the sliders, Jaccard index of
    /// the interests, shared free hours over those of the person with fewer, equality of group size and of frequency,
    /// exp(−kilometres / `decay`).
    case plain(decay: Double)

    /// What the index stores of a home.
    var comparesPoints: Bool { self != .reciprocal }
}

/// A formula for the search: the score, and an upper bound for each part that is looked up in a table.
///
/// The bounds never decrease with `shared`, and never increase with `theirs`, if that is not 0.
protocol ScoringFormula {
    /// Whether homes are compared as points, by kilometres, and not as squares, by steps.
    static var comparesPoints: Bool { get }
    var weights: RankWeights { get }
    func interestBound(shared: Double, mine: Double, theirs: Double) -> Double
    func hourBound(shared: Int, mine: Int, theirs: Int) -> Double
    func socialBound(_ mine: SocialCode, _ theirs: SocialCode) -> Double
    /// - Parameter distance: Kilometres, or the place of a step among all steps and 3 for an unknown home. The bound
    ///   never increases with it.
    func homeBound(_ distance: Int) -> Double
    func score(_ facts: PairFacts) -> Double
}
