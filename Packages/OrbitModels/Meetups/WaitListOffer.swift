public import Foundation

/// A place that has become free and is kept for the first who waits.
public struct WaitListOffer: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// When the place goes to the next in line.
    public var expiresAt: Date

    /// Creates an offer.
    public init(meetupID: MeetupID, expiresAt: Date) {
        self.meetupID = meetupID
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case meetupID = "meetup_id"
        case expiresAt = "expires_at"
    }
}
