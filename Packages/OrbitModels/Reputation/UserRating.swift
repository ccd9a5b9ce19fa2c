public import Foundation

/// Identifies a user rating.
public typealias UserRatingID = Identifier<UserRating>

/// A rating of one attendee by another, for a meetup at which the two have met.
///
/// The person rated cannot see it until ``shownAt``. This is the time when both have rated each other, or at the latest
/// the end of the rating period. The note is visible only to the person rated.
public struct UserRating: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: UserRatingID
    /// The person who rates.
    public let raterID: UserID
    /// The person rated.
    public let rateeID: UserID
    /// The meetup at which the two have met. Without a meeting there is no rating.
    public let meetupID: MeetupID
    /// The rating.
    public var stars: Stars
    /// The remarks in the order chosen, without repetition.
    public var tags: [RatingTag]
    /// A private note to the person rated; `nil` without a note.
    public var note: String?
    /// The time of the rating by the server's clock.
    public let createdAt: Date
    /// The end of the time in which the rater may change it, unless it is shown earlier.
    public let editableUntil: Date
    /// The time from which the person rated can see it.
    public var shownAt: Date

    /// Creates a user rating.
    public init(
        id: UserRatingID, raterID: UserID, rateeID: UserID, meetupID: MeetupID, stars: Stars, tags: [RatingTag] = [],
        note: String? = nil, createdAt: Date, editableUntil: Date, shownAt: Date
    ) {
        self.id = id
        self.raterID = raterID
        self.rateeID = rateeID
        self.meetupID = meetupID
        self.stars = stars
        self.tags = tags
        self.note = note
        self.createdAt = createdAt
        self.editableUntil = editableUntil
        self.shownAt = shownAt
    }

    /// Whether the person rated can see it. This depends only on the time.
    public func isShown(at now: Date) -> Bool { now >= shownAt }

    /// Whether the rater may still change it.
    public func isEditable(at now: Date) -> Bool { now < min(editableUntil, shownAt) }
}

/// A rating of 1 to 5 stars.
public struct Stars: Hashable, Sendable, Comparable {
    /// The number of stars, 1 to 5.
    public let count: Int

    /// Creates a rating, or returns `nil` outside 1...5.
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
        case id, tags, note
        case raterID = "from_user_id"
        case rateeID = "to_user_id"
        case meetupID = "meetup_id"
        case stars = "rating"
        case createdAt = "created_at"
        case editableUntil = "editable_until"
        case shownAt = "shown_at"
        case olderRater = "from_username"
        case olderRatee = "to_username"
        case olderMeetup = "event_id"
        case olderNote = "reference"
    }

    /// Also decodes ratings between usernames; the username of an older server is used as an id. Ratings of older
    /// servers were shown at once and could not be changed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UserRatingID.self, forKey: .id)
        raterID = try container.decode(UserID.self, forKey: .raterID, or: .olderRater)
        rateeID = try container.decode(UserID.self, forKey: .rateeID, or: .olderRatee)
        meetupID = try container.decode(MeetupID.self, forKey: .meetupID, or: .olderMeetup)
        stars = try container.decode(Stars.self, forKey: .stars)
        tags = try container.decodeTexts(forKey: .tags) { RatingTag(wire: $0) }
        note = try container.decodeIfPresent(String.self, forKey: .note, or: .olderNote)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        editableUntil = try container.decodeIfPresent(Date.self, forKey: .editableUntil) ?? createdAt
        shownAt = try container.decodeIfPresent(Date.self, forKey: .shownAt) ?? createdAt
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(raterID, forKey: .raterID)
        try container.encode(rateeID, forKey: .rateeID)
        try container.encode(meetupID, forKey: .meetupID)
        try container.encode(stars, forKey: .stars)
        try container.encode(tags, forKey: .tags)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(editableUntil, forKey: .editableUntil)
        try container.encode(shownAt, forKey: .shownAt)
    }
}
