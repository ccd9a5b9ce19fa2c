public import Foundation
public import OrbitModels

/// A rating that a person has received, as far as it counts: without its note, and only once it is shown to both.
public struct CountedRating: Hashable, Sendable {
    /// The rating. It stays the same when the rater's account is erased.
    public let id: UserRatingID
    /// The person who rates.
    public let rater: UserID
    /// The meetup that both attended.
    public let meetup: MeetupID
    /// The stars.
    public let stars: Stars
    /// The fixed tags, by their spelling on the wire. At most 8 count.
    public let tags: [String]
    /// When it was shown to both, by the server's clock.
    public let shownAt: Date
    /// Whether the rater's account is erased. The rating has at most the confirmations that were last published.
    public let isRaterErased: Bool

    /// Creates a rating.
    ///
    /// - Parameter id: The rating; `nil` for one that the meetup and the rater identify.
    public init(
        id: UserRatingID? = nil, rater: UserID, meetup: MeetupID, stars: Stars, tags: [String] = [], shownAt: Date,
        isRaterErased: Bool = false
    ) {
        self.id = id ?? UserRatingID("\(meetup)>\(rater)")
        (self.rater, self.meetup, self.stars, self.shownAt) = (rater, meetup, stars, shownAt)
        self.tags = Array(tags.prefix(8))
        self.isRaterErased = isRaterErased
    }
}
