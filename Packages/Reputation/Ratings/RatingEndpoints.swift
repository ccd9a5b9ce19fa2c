public import Foundation
public import Networking
public import OrbitModels

/// The routes of ratings.
public enum RatingRoutes {
    /// `POST /ratings`. Body: ``GiveRatingRequest``; returns ``GivenRating``.
    public static let give = Route(.post, "/ratings")
    /// `PUT /ratings/{rating_id}`. Body: ``RatingEntry``; returns ``GivenRating``.
    public static let edit = Route(.put, "/ratings/{rating_id}")
    /// `GET /ratings/due`: the people the user may rate now. A page of ``DueRating``, the soonest to close first.
    public static let due = Route(.get, "/ratings/due")
    /// `GET /ratings/given`: a page of ``GivenRating``, the latest first.
    public static let given = Route(.get, "/ratings/given")
    /// `GET /ratings/received`: a page of ``ReceivedRating``, those shown last first.
    public static let received = Route(.get, "/ratings/received")
    /// `POST /meetups/{meetup_id}/attendees/{user_id}/met`: the user has met this person there.
    public static let met = Route(.post, "/meetups/{meetup_id}/attendees/{user_id}/met")

    /// All routes of this area.
    public static let all = [give, edit, due, given, received, met]
}

/// A rating as it is entered: the body of `PUT /ratings/{rating_id}`.
public struct RatingEntry: Codable, Hashable, Sendable {
    /// Stars, 1 to 5.
    public var stars: Int
    /// What stood out.
    public var tags: [RatingTag]
    /// A private word to the person rated.
    public var note: String?
    /// Whether the user would meet the person again; `nil` says nothing. Nobody else learns of it: `false` keeps chance
    /// from bringing the two together.
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

/// A meetup that is over, as its attendees remember it.
public struct PastMeetup: Codable, Hashable, Sendable, Identifiable {
    /// The meetup.
    public let id: MeetupID
    /// Its title.
    public var title: String
    /// When it ended.
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
