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

/// The people a rater has met, which decides how much the rater's vote weighs.
///
/// It need not be complete: the newest 200 are enough (``most``).
public struct RaterCircle: Hashable, Sendable {
    /// The most people of a circle that are worth reading.
    public static let most = 200

    /// The rater.
    public let rater: UserID
    /// Each person met, and when they first met. A check-in of the rater is enough, so it only ever lowers a weight.
    public let met: [UserID: Date]
    /// Each person who has confirmed a meeting with the rater by a rating, and when that was first shown. The erasure of
    /// either account leaves it, under a pseudonym: else the person would confirm the next raters in full.
    public let confirmed: [UserID: Date]

    /// Creates a circle.
    public init(rater: UserID, met: [UserID: Date], confirmed: [UserID: Date]) {
        (self.rater, self.met, self.confirmed) = (rater, met, confirmed)
    }
}
