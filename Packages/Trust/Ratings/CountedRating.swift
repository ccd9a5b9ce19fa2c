public import Foundation
public import OrbitModels

/// A rating that a person has received, as input of a summary. It does not contain the note. Both the rater and the
/// person rated can see the rating.
public struct CountedRating: Hashable, Sendable {
    /// The identifier of the rating. It stays the same when the rater's account is erased.
    public let id: UserRatingID
    /// The person who rates; a pseudonym after the erasure of the account.
    public let rater: UserID
    /// The meetup that both attended.
    public let meetup: MeetupID
    /// The stars.
    public let stars: Stars
    /// The tags by their spelling on the wire, at most 8.
    public let tags: [String]
    /// The time at which the rating was shown to both people, by the server's clock.
    public let shownAt: Date
    /// Whether the rater's account is erased. Then the rater's number of confirmations is at most the number in the
    /// last published batch; see ``RaterNetwork/confirmed``.
    public let isRaterErased: Bool

    /// Creates a rating. Tags after the eighth are dropped.
    ///
    /// - Parameters:
    ///   - id: The identifier; `nil` to identify the rating by its meetup and rater.
    ///   - rater: The person who rates.
    ///   - meetup: The meetup that both attended.
    ///   - stars: The stars.
    ///   - tags: The tags by their spelling on the wire.
    ///   - shownAt: The time at which the rating was shown to both people.
    ///   - isRaterErased: Whether the rater's account is erased.
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

/// The people that a rater has met. They decide the weight of the rater's vote.
///
/// The network may be incomplete: the newest 200 people are enough (``maxPeople``).
public struct RaterNetwork: Hashable, Sendable {
    /// The maximum number of people of a network that need to be read.
    public static let maxPeople = 200

    /// The rater.
    public let rater: UserID
    /// Each person met, with the time of the first meeting. The rater's own check-in is sufficient proof of a meeting,
    /// because these people can only lower the weight of the rater's vote.
    public let met: [UserID: Date]
    /// Each person who has confirmed a meeting with the rater by a rating, with the time at which it was first shown.
    /// After an erasure of either account, a confirmation is kept under a pseudonym.
    ///
    /// A confirmer counts as one confirmation in total, in equal parts for all raters that the confirmer has confirmed.
    /// Without the stored confirmation, an erasure would therefore increase the part of each later rater.
    public let confirmed: [UserID: Date]

    /// Creates a network.
    public init(rater: UserID, met: [UserID: Date], confirmed: [UserID: Date]) {
        (self.rater, self.met, self.confirmed) = (rater, met, confirmed)
    }
}
