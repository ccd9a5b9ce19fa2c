public import Foundation
public import OrbitModels

/// A rating that a person has received, as far as it counts: without its note, and only once it is shown to both.
public struct ReceivedRating: Hashable, Sendable {
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

    /// Creates a rating.
    public init(rater: UserID, meetup: MeetupID, stars: Stars, tags: [String] = [], shownAt: Date) {
        (self.rater, self.meetup, self.stars, self.shownAt) = (rater, meetup, stars, shownAt)
        self.tags = Array(tags.prefix(8))
    }
}
