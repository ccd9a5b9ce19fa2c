public import Foundation
public import OrbitModels

extension RatingSummary {
    /// Computes the summary of ratings of which no batch was published before; see ``PublishedRatings``.
    ///
    /// - Parameters:
    ///   - person: The person rated. Ratings by this person are ignored.
    ///   - received: All ratings, or the newest 1,000, in any order. Ratings that are shown today or later do not count
    ///     yet.
    ///   - networks: The networks of the raters, in any order. A rater without a network has met no people and has no
    ///     weight.
    ///   - campus: The ratings of the campus.
    ///   - now: The time by the server's clock.
    public init(
        of person: UserID, received: [CountedRating], networks: [RaterNetwork], campus: CampusRatings, now: Date
    ) {
        var published = PublishedRatings.none
        _ = published.publish(of: person, received: received, campus: campus, now: now) { _ in networks }
        self = published.summary(at: now)
    }

    /// Computes the rounded summary of the evidence.
    init(_ evidence: RatingEvidence, campus: CampusRatings, today: DayNumber, tags: [String], _ rules: RatingParameters)
    {
        guard evidence.votes >= Int64(rules.leastVotes), Int(today) - Int(evidence.day) <= RatingParameters.shownDays
        else {
            self = .new
            return
        }
        let posterior = Posterior(evidence, campus: campus, rules)
        // 90 % of a normal distribution are within 1.645 standard deviations.
        let reach = 1.645 * posterior.deviation
        // At most four people count for each vote. Otherwise a circle with little weight would increase the number.
        let people = min(Int(evidence.people), Int(evidence.votes >> 14))
        self.init(
            shown: ShownRatings(
                mean: Self.halves(posterior.mean, .toNearestOrAwayFromZero),
                low: Self.halves(posterior.mean - reach, .down), high: Self.halves(posterior.mean + reach, .up),
                people: CountBand(people),
                tenths: people >= RatingParameters.sharesPeople ? posterior.tenths : nil,
                tags: (0..<3).compactMap { place in
                    let number = Int(evidence.tags >> UInt32(8 * place) & 0xFF)
                    return tags.indices.contains(number - 1) ? tags[number - 1] : nil
                }))
    }

    private static func halves(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        min(max((value * 2).rounded(rule) / 2, 1), 5)
    }
}
