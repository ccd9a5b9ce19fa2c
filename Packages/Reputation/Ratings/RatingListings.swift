public import Foundation
public import OrbitModels

/// A person that the user has met at a meetup and has not rated.
///
/// It does not reveal whether the person has rated the user.
public struct DueRating: Codable, Hashable, Sendable, Identifiable {
    /// The person, as visible to the user.
    public var person: Person
    /// The meetup at which the two have met.
    public var meetup: PastMeetup
    /// The deadline for the rating.
    public var rateBy: Date

    /// Creates an element of the list.
    public init(person: Person, meetup: PastMeetup, rateBy: Date) {
        self.person = person
        self.meetup = meetup
        self.rateBy = rateBy
    }

    /// The identifier of the pair of meetup and person.
    public var id: Identifier<DueRating> { Self.id(of: person.id, at: meetup.id) }

    /// Returns the identifier for a person at a meetup.
    public static func id(of person: UserID, at meetup: MeetupID) -> Identifier<DueRating> {
        Identifier("\(meetup)>\(person)")
    }

    private enum CodingKeys: String, CodingKey {
        case person, meetup
        case rateBy = "rate_by"
    }
}

/// A rating that the user has given.
public struct GivenRating: Codable, Hashable, Sendable, Identifiable {
    /// The rating.
    public var rating: UserRating
    /// The person rated, as visible to the user.
    public var person: Person
    /// The meetup at which the two have met.
    public var meetup: PastMeetup
    /// Whether the user would meet the person again; `nil` without an opinion. Only the user can read it.
    public var meetAgain: Bool?

    /// Creates an element of the list.
    public init(rating: UserRating, person: Person, meetup: PastMeetup, meetAgain: Bool? = nil) {
        self.rating = rating
        self.person = person
        self.meetup = meetup
        self.meetAgain = meetAgain
    }

    /// The identifier of the rating.
    public var id: UserRatingID { rating.id }

    private enum CodingKeys: String, CodingKey {
        case rating, person, meetup
        case meetAgain = "meet_again"
    }
}

/// A rating that the user has received and can see.
public struct ReceivedRating: Codable, Hashable, Sendable, Identifiable {
    /// The rating.
    public var rating: UserRating
    /// The person who has rated, as visible to the user.
    public var person: Person
    /// The meetup at which the two have met.
    public var meetup: PastMeetup

    /// Creates an element of the list.
    public init(rating: UserRating, person: Person, meetup: PastMeetup) {
        self.rating = rating
        self.person = person
        self.meetup = meetup
    }

    /// The identifier of the rating.
    public var id: UserRatingID { rating.id }
}

extension DueRating: JSONKeyed {
    /// The member `due_rating`.
    public static var jsonKey: String { "due_rating" }
}

extension GivenRating: JSONKeyed {
    /// The member `given_rating`.
    public static var jsonKey: String { "given_rating" }
}

extension ReceivedRating: JSONKeyed {
    /// The member `received_rating`.
    public static var jsonKey: String { "received_rating" }
}
