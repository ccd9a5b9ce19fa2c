public import Foundation
public import OrbitModels

extension RatingSummary {
    /// What is shown of a person's ratings if nothing was published before; see ``PublishedRatings``.
    ///
    /// - Parameters:
    ///   - person: Who is rated. Ratings by the person are left out.
    ///   - received: All ratings, or the newest 1,000, in any order. Those shown today or later do not count yet.
    ///   - circles: Those of the raters, in any order. A rater without one has met nobody, and counts for nothing.
    ///   - campus: How the campus rates.
    ///   - now: The server's clock.
    public init(
        of person: UserID, received: [CountedRating], circles: [RaterCircle], campus: CampusRatings, now: Date
    ) {
        var published = PublishedRatings.none
        _ = published.publish(of: person, received: received, campus: campus, now: now) { _ in circles }
        self = published.summary(at: now)
    }

    /// Rounds what the evidence says.
    init(_ evidence: RatingEvidence, campus: CampusRatings, today: DayNumber, tags: [String], _ rules: RatingParameters)
    {
        guard evidence.votes >= Int64(rules.leastVotes), Int(today) - Int(evidence.day) <= RatingParameters.shownDays
        else {
            self = .new
            return
        }
        let posterior = Posterior(evidence, campus: campus, rules)
        // Nine in ten of a normal distribution lie within 1.645 standard deviations.
        let reach = 1.645 * posterior.deviation
        // Of people who hardly count, four are one: else a circle would raise the number.
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
