public import OrbitModels

/// The compatibility of two people, with its certainty and its reasons.
///
/// ```swift
/// let campus = ComparisonContext(rarity: InterestRarity(of: profiles.map(\.interests)), timeZone: zone, day: today)
/// let match = Compatibility(of: maya, with: noor, on: campus)
/// match.score    // 0.61: rank by this
/// match.range    // 0.61...0.83: up to the score with all questions answered at best
/// match.reasons.map(\.phrase)  // ["You share plenty of free time.", …]
/// ```
///
/// Each term is evaluated from both sides. The harmonic mean combines the two sides, so that a one-sided match has a
/// low score. The score is symmetric.
///
/// A question that either person has not answered counts neither as a difference nor as an answer in the middle of the
/// scale. It widens the range, and people are ranked by the lower end.
///
/// The other person's free hours and home affect the result only through the ``FreeTimeLevel`` and the
/// ``DistanceLevel`` of the pair. If two pairs differ only in hours and homes, and their levels are equal, all members
/// are bit-identical.
public struct Compatibility: Hashable, Sendable {
    /// The score from 0 to 1, with unanswered questions at their worst. Rank people by this value.
    public let score: Double
    /// The range from ``score`` to the score with all unanswered questions at their best.
    public let range: ClosedRange<Double>
    /// The estimated score from 0 to 1, if unanswered questions are like the answered questions.
    public let estimate: Double
    /// The share of the weights that belongs to questions which both people have answered, 0 to 1.
    public let confidence: Double
    /// Up to three reasons, from the terms that contribute most.
    public let reasons: [Reason]
    /// The scale with the greatest difference, if it is at least half of the scale. Otherwise the rarest interest that
    /// only the other person has; `nil` without such an interest.
    public let difference: Reason?

    /// Computes the compatibility of two profiles.
    ///
    /// - Parameters:
    ///   - mine: The profile of the viewer. The reasons are phrased from this side.
    ///   - theirs: The profile of the other person.
    ///   - campus: The parameters of the comparison.
    ///   - weights: The weights of the terms.
    public init(
        of mine: Profile, with theirs: Profile, on campus: ComparisonContext, weights: RankWeights = .standard
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

    /// Decodes a compatibility. Numbers out of range are clamped.
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

    /// Encodes the numbers in hundredths, because a score is not more precise.
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
