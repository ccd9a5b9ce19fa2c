public import Foundation
public import OrbitModels

/// The published ratings of a person: whole batches, with the weights and the ratings of the campus as of the last one.
///
/// A server stores it beside the ratings, and calls ``publish(of:received:campus:now:circles:)`` once a day. Between two
/// batches, nothing else changes what is shown: no rating of another person, no erased account, no new acquaintance.
///
/// ```swift
/// if published.publish(of: person, received: ratings, campus: campus, now: now, circles: { circles(of: $0) }) {
///     store(published)
/// }
/// let summary = published.summary(at: now)
/// ```
public struct PublishedRatings: Codable, Hashable, Sendable {
    private var evidence: RatingEvidence
    /// The tags by number.
    private var tags: [String]
    /// How the campus rated when the last batch was published.
    private var campus: CampusRatings
    /// By rating, the facts that decide its weight. They limit the weight of a rating whose rater is erased.
    private(set) var weights: [String: RaterWeight]

    /// Nothing is published.
    public static let none = PublishedRatings(evidence: .none, tags: [], campus: .none, weights: [:])

    /// Publishes the ratings of all batches that are complete, and returns whether there was a new one.
    ///
    /// Every weight is computed anew, with two exceptions. A rating of an erased account has at most the confirmations
    /// that were last published. A rater never knows fewer of the other raters than before. So an erasure increases no
    /// vote that is published. Later raters do not know an erased rater, so a circle that erases accounts between two
    /// batches may have more than four votes.
    ///
    /// - Parameters:
    ///   - person: Who is rated. Ratings by the person are left out.
    ///   - received: All ratings, or the newest 1,000, in any order. Those shown today or later do not count yet.
    ///   - campus: How the campus rates.
    ///   - now: The server's clock.
    ///   - circles: Returns the circles of raters, in any order; called only if there is a new batch. A rater without one
    ///     has met nobody, and counts for nothing. A server keeps the confirmations of an erased rater under the
    ///     pseudonym of ``CountedRating/rater``.
    /// - Returns: Whether a batch was published, after which the value has to be stored.
    public mutating func publish(
        of person: UserID, received: [CountedRating], campus: CampusRatings, now: Date,
        circles: (Set<UserID>) throws -> [RaterCircle]
    ) rethrows -> Bool {
        let batch = ReceivedBatch(
            of: person, received: received, after: evidence.day, today: now.dayNumber, .standard)
        guard batch.isNew else { return false }
        let known = ReceivedEvidence(
            of: batch, circles: try circles(batch.raters), weights: weights, .standard)
        self = PublishedRatings(
            evidence: known.evidence, tags: batch.tags, campus: campus, weights: known.weights)
        return true
    }

    /// The summary that is shown; two years after the last batch it is empty.
    public func summary(at now: Date) -> RatingSummary {
        RatingSummary(evidence, campus: campus, today: now.dayNumber, tags: tags, .standard)
    }
}
