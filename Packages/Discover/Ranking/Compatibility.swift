public import OrbitModels

/// How well two people suit each other, how sure that is, and why.
///
/// ```swift
/// let campus = CampusScale(rarity: InterestRarity(of: everyone.map(\.interests)), timeZone: zone, day: today)
/// let match = Compatibility(of: maya, with: noor, on: campus)
/// match.score    // 0.61: rank by this
/// match.range    // 0.61...0.83: what it could be if everything were answered
/// match.reasons.map(\.phrase)  // ["You are both free Tue 17–19.", …]
/// ```
///
/// Each term is seen from both sides, and both sides are fused by their harmonic mean: what suits one only, suits
/// neither. The score is the same whoever asks. A question that one of the two has not answered counts neither as a
/// difference nor as the middle: it widens the range, and people are ranked by the lower end.
public struct Compatibility: Hashable, Sendable {
    /// 0 to 1, unanswered questions taken at their worst. Rank by it.
    public let score: Double
    /// From ``score`` to what it would be if every unanswered question turned out as well as it can.
    public let range: ClosedRange<Double>
    /// The score if the unanswered is like the answered, 0 to 1.
    public let estimate: Double
    /// The share of the weights that rests on answers of both, 0 to 1.
    public let confidence: Double
    /// Up to three, taken from the terms that add the most.
    public let reasons: [Reason]
    /// Where the other one is most unlike the one who asks, if they differ notably.
    public let difference: Reason?

    /// - Parameter mine: the profile of the one who asks, from whose side the reasons are told.
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

    /// Numbers out of range are taken to the nearest that lies inside.
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

    /// In hundredths: more would let somebody who moves about compute what was rounded on purpose.
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
