public import Foundation

/// Identifies a user rating.
public typealias UserRatingID = Identifier<UserRating>

/// An attendee's rating of another attendee of the same meetup.
public struct UserRating: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: UserRatingID
    /// The person who rates.
    public let raterID: UserID
    /// The person rated.
    public let rateeID: UserID
    /// The meetup both attended: there is no rating without a meeting.
    public let meetupID: MeetupID
    /// The rating.
    public let stars: Stars
    /// A short text beside the stars.
    public let reference: String?
    /// When it was created, by the server's clock.
    public let createdAt: Date

    /// Creates a user rating.
    public init(
        id: UserRatingID, raterID: UserID, rateeID: UserID, meetupID: MeetupID, stars: Stars, reference: String? = nil,
        createdAt: Date
    ) {
        self.id = id
        self.raterID = raterID
        self.rateeID = rateeID
        self.meetupID = meetupID
        self.stars = stars
        self.reference = reference
        self.createdAt = createdAt
    }
}

/// A rating of 1 to 5 stars.
public struct Stars: Hashable, Sendable, Comparable {
    /// 1 to 5.
    public let count: Int

    /// `nil` outside 1...5.
    public init?(_ count: Int) {
        guard (1...5).contains(count) else { return nil }
        self.count = count
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
}

extension Stars: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let stars = Stars(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected 1 to 5 stars")
        }
        self = stars
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

extension UserRating: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, reference
        case raterID = "from_user_id"
        case rateeID = "to_user_id"
        case meetupID = "event_id"
        case stars = "rating"
        case createdAt = "created_at"
        case olderRater = "from_username"
        case olderRatee = "to_username"
    }

    /// Also reads ratings between usernames: an older server's username is an id like any other.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UserRatingID.self, forKey: .id)
        raterID = try container.decode(UserID.self, forKey: .raterID, or: .olderRater)
        rateeID = try container.decode(UserID.self, forKey: .rateeID, or: .olderRatee)
        meetupID = try container.decode(MeetupID.self, forKey: .meetupID)
        stars = try container.decode(Stars.self, forKey: .stars)
        reference = try container.decodeIfPresent(String.self, forKey: .reference)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(raterID, forKey: .raterID)
        try container.encode(rateeID, forKey: .rateeID)
        try container.encode(meetupID, forKey: .meetupID)
        try container.encode(stars, forKey: .stars)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
