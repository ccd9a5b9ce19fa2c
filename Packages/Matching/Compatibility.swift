public import OrbitModels

/// How well two people match, how certain that is, and why.
///
/// ```swift
/// let campus = CampusScale(rarity: InterestRarity(of: profiles.map(\.interests)), timeZone: zone, day: today)
/// let match = Compatibility(of: maya, with: noor, on: campus)
/// match.score    // 0.61: rank by this
/// match.range    // 0.61...0.83: up to the score with all questions answered at best
/// match.reasons.map(\.phrase)  // ["You share plenty of free time.", …]
/// ```
///
/// Each term is evaluated from both sides and the sides are combined by the harmonic mean, so that a one-sided match
/// scores low. The score is symmetric. A question that either person has not answered counts neither as a difference
/// nor as the middle: it widens the range, and people are ranked by the lower end.
///
/// Of the other person's free hours and home nothing matters but the ``FreeTimeLevel`` and the ``HomeStep`` of the pair:
/// with these, every member is the same, to the last bit.
public struct Compatibility: Hashable, Sendable {
    /// 0 to 1, with unanswered questions at their worst. Rank by it.
    public let score: Double
    /// From ``score`` to the score with every unanswered question at its best.
    public let range: ClosedRange<Double>
    /// 0 to 1: the score if unanswered questions are like the answered ones.
    public let estimate: Double
    /// The share of the weights that both have answered, 0 to 1.
    public let confidence: Double
    /// Up to three, from the terms that contribute most.
    public let reasons: [Reason]
    /// Where the other person differs most, if notably.
    public let difference: Reason?

    /// - Parameter mine: The profile of the viewer, from whose side the reasons are phrased.
    public init(
        of mine: Profile, with theirs: Profile, on campus: CampusScale, weights: RankWeights = .standard
    ) {
        let pair = ProfilePair(mine, theirs, on: campus)
        let terms = PairTerms(pair.facts)
        let total = terms.total(weights)
        score = total.lowerBound
        range = total.lowerBound...max(total.lowerBound, total.upperBound)
        estimate = total.estimate
        confidence = total.answered
        reasons = pair.reasons(terms, weights)
        difference = pair.difference
    }
}

extension Compatibility: Codable {
    private enum CodingKeys: String, CodingKey {
        case score, estimate, confidence, reasons, difference
        case atBest = "at_best"
    }

    /// Numbers out of range are clamped.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func share(_ key: CodingKeys) throws -> Double {
            min(max(0, try container.decode(Double.self, forKey: key)), 1)
        }
        score = try share(.score)
        range = score...max(score, try share(.atBest))
        estimate = try share(.estimate)
        confidence = try share(.confidence)
        reasons = try container.decodeIfPresent([Reason].self, forKey: .reasons) ?? []
        difference = try container.decodeIfPresent(Reason.self, forKey: .difference)
    }

    /// In hundredths: a score is no more certain than that.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func hundredths(_ share: Double) -> Double { (share * 100).rounded() / 100 }
        try container.encode(hundredths(score), forKey: .score)
        try container.encode(hundredths(range.upperBound), forKey: .atBest)
        try container.encode(hundredths(estimate), forKey: .estimate)
        try container.encode(hundredths(confidence), forKey: .confidence)
        try container.encode(reasons, forKey: .reasons)
        try container.encodeIfPresent(difference, forKey: .difference)
    }
}
