public import Foundation
public import Networking
public import OrbitModels

/// The routes of ratings.
public enum RatingRoutes {
    /// `POST /ratings`. Body: ``GiveRatingRequest``. Returns ``GivenRating``.
    public static let give = Route(.post, "/ratings")
    /// `PUT /ratings/{rating_id}`. Body: ``RatingEntry``. Returns ``GivenRating``.
    public static let edit = Route(.put, "/ratings/{rating_id}")
    /// `GET /ratings/due`. Returns a page of ``DueRating``: the people that the user may rate now, the earliest
    /// deadline first.
    public static let due = Route(.get, "/ratings/due")
    /// `GET /ratings/given`. Returns a page of ``GivenRating``, the latest first.
    public static let given = Route(.get, "/ratings/given")
    /// `GET /ratings/received`. Returns a page of ``ReceivedRating``, the most recently shown first.
    public static let received = Route(.get, "/ratings/received")
    /// `POST /meetups/{meetup_id}/attendees/{user_id}/met`. Reports that the user has met this person there.
    public static let met = Route(.post, "/meetups/{meetup_id}/attendees/{user_id}/met")

    /// All routes of this area.
    public static let all = [give, edit, due, given, received, met]
}

/// The members of a rating that the user enters. The body of `PUT /ratings/{rating_id}`.
public struct RatingEntry: Codable, Hashable, Sendable {
    /// Stars, 1 to 5.
    public var stars: Int
    /// The tags, at most 4, each once.
    public var tags: [RatingTag]
    /// A private note to the person rated, at most 280 characters.
    public var note: String?
    /// Whether the user would meet the person again; `nil` without an opinion. Only the user can read it. After
    /// `false`, the daily pairing and suggestions no longer bring the two together.
    public var meetAgain: Bool?

    /// Creates an entry.
    public init(stars: Int, tags: [RatingTag] = [], note: String? = nil, meetAgain: Bool? = nil) {
        self.stars = stars
        self.tags = tags
        self.note = note
        self.meetAgain = meetAgain
    }

    private enum CodingKeys: String, CodingKey {
        case tags, note
        case stars = "rating"
        case meetAgain = "meet_again"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        stars = try container.decode(Int.self, forKey: .stars)
        tags = try container.decodeIfPresent([RatingTag].self, forKey: .tags) ?? []
        note = try container.decodeIfPresent(String.self, forKey: .note)
        meetAgain = try container.decodeIfPresent(Bool.self, forKey: .meetAgain)
    }
}

/// The body of `POST /ratings`. The rater is the caller.
public struct GiveRatingRequest: Codable, Hashable, Sendable {
    /// The person rated.
    public var userID: UserID
    /// The meetup at which the two have met.
    public var meetupID: MeetupID
    /// The rating.
    public var entry: RatingEntry

    /// Creates the body.
    public init(of user: UserID, at meetup: MeetupID, _ entry: RatingEntry) {
        userID = user
        meetupID = meetup
        self.entry = entry
    }

    private enum CodingKeys: String, CodingKey {
        case userID = "to_user_id"
        case meetupID = "meetup_id"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        userID = try container.decode(UserID.self, forKey: .userID)
        meetupID = try container.decode(MeetupID.self, forKey: .meetupID)
        entry = try RatingEntry(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(userID, forKey: .userID)
        try container.encode(meetupID, forKey: .meetupID)
        try entry.encode(to: encoder)
    }
}

/// A meetup that has ended, as shown with a rating.
public struct PastMeetup: Codable, Hashable, Sendable, Identifiable {
    /// The identifier of the meetup.
    public let id: MeetupID
    /// Its title.
    public var title: String
    /// The end of the meetup.
    public var endedAt: Date

    /// Creates a past meetup.
    public init(id: MeetupID, title: String, endedAt: Date) {
        self.id = id
        self.title = title
        self.endedAt = endedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, title
        case endedAt = "ended_at"
    }
}
