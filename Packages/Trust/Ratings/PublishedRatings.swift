public import Foundation
public import OrbitModels

/// The published ratings of a person: whole batches, with the weights and the ratings of the campus as of the last
/// batch.
///
/// A server stores the value beside the ratings, and calls ``publish(of:received:campus:now:networks:)`` once a day.
/// Nothing else changes the summary between two batches. Ratings that other people receive, erased accounts and new
/// acquaintances have no effect until the next batch.
///
/// ```swift
/// if published.publish(of: person, received: ratings, campus: campus, now: now, networks: { networks(of: $0) }) {
///     store(published)
/// }
/// let summary = published.summary(at: now)
/// ```
public struct PublishedRatings: Codable, Hashable, Sendable {
    private var evidence: RatingEvidence
    /// The tags by number.
    private var tags: [String]
    /// The ratings of the campus at the time of the last batch.
    private var campus: CampusRatings
    /// By rating, the values that decide its weight. They limit the weight of a rating by an erased account.
    private(set) var weights: [String: RaterWeight]

    /// No published ratings.
    public static let none = PublishedRatings(evidence: .none, tags: [], campus: .none, weights: [:])

    /// Publishes the ratings of all complete batches.
    ///
    /// All weights are computed again, with two exceptions:
    ///
    /// - The number of confirmations of an erased rater is at most the number in the last published batch.
    /// - The number of other raters that a rater knows never decreases.
    ///
    /// An erasure therefore increases no published vote. But later raters do not know an erased rater. A circle of
    /// raters who all know each other may therefore have more than four votes if it erases accounts between two
    /// batches.
    ///
    /// - Parameters:
    ///   - person: The person rated. Ratings by this person are ignored.
    ///   - received: All ratings, or the newest 1,000, in any order. Ratings that are shown today or later do not count
    ///     yet.
    ///   - campus: The ratings of the campus.
    ///   - now: The time by the server's clock.
    ///   - networks: Returns the networks of raters, in any order. It is called only for a new batch. A rater without a
    ///     network has met no people and has no weight. A server keeps the confirmations of an erased rater under the
    ///     pseudonym of ``CountedRating/rater``.
    /// - Returns: Whether a batch was published. Then the value has to be stored.
    /// - Throws: The error of `networks`. The value is then unchanged.
    public mutating func publish(
        of person: UserID, received: [CountedRating], campus: CampusRatings, now: Date,
        networks: (Set<UserID>) throws -> [RaterNetwork]
    ) rethrows -> Bool {
        let batch = ReceivedBatch(
            of: person, received: received, after: evidence.day, today: now.dayNumber, .standard)
        guard batch.isNew else { return false }
        let known = ReceivedEvidence(
            of: batch, networks: try networks(batch.raters), weights: weights, .standard)
        self = PublishedRatings(
            evidence: known.evidence, tags: batch.tags, campus: campus, weights: known.weights)
        return true
    }

    /// Returns the summary to show. It is empty two years after the last batch.
    public func summary(at now: Date) -> RatingSummary {
        RatingSummary(evidence, campus: campus, today: now.dayNumber, tags: tags, .standard)
    }
}
