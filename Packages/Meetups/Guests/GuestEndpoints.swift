public import Networking
public import OrbitModels

/// The routes of those who attend, or want to. All actions of the guest return ``MeetupListing`` with their standing.
public enum MeetupGuestRoutes {
    /// `POST /meetups/{meetup_id}/join`. Body: ``JoinMeetupRequest``; `link` in the query, where the meetup is found only
    /// by its address.
    public static let join = Route(.post, "/meetups/{meetup_id}/join")
    /// `POST /meetups/{meetup_id}/leave`: takes a request back, turns an offer down, or cancels.
    public static let leave = Route(.post, "/meetups/{meetup_id}/leave")
    /// `POST /meetups/{meetup_id}/take-offer`.
    public static let takeOffer = Route(.post, "/meetups/{meetup_id}/take-offer")
    /// `POST /meetups/{meetup_id}/reconfirm`.
    public static let reconfirm = Route(.post, "/meetups/{meetup_id}/reconfirm")
    /// `POST /meetups/{meetup_id}/check-in`.
    public static let checkIn = Route(.post, "/meetups/{meetup_id}/check-in")
    /// `GET /meetups/{meetup_id}/attendees`, by `since`, then by id; for those who attend and the host.
    public static let attendees = Route(.get, "/meetups/{meetup_id}/attendees")
    /// `POST /meetups/{meetup_id}/attendees/{user_id}/remove`, for the host. Returns `Named<Attendance>`.
    public static let remove = Route(.post, "/meetups/{meetup_id}/attendees/{user_id}/remove")

    /// All routes of this area.
    public static let all = [join, leave, takeOffer, reconfirm, checkIn, attendees, remove]
}

/// The body of `/meetups/{meetup_id}/join`.
public struct JoinMeetupRequest: Codable, Hashable, Sendable {
    /// What the guest says to the host, at most ``MeetupLimits/message`` characters; may be empty.
    public var message: String
    /// How many the guest brings along, ``MeetupLimits/companions``.
    public var companions: Int
    /// Whether the guest joins although a person they have blocked attends. Without it, they are told so instead, by
    /// `ProblemCode.blockedPersonAttends`.
    public var despiteBlocks: Bool

    /// Creates the body.
    public init(message: String = "", companions: Int = 0, despiteBlocks: Bool = false) {
        self.message = message
        self.companions = companions
        self.despiteBlocks = despiteBlocks
    }

    private enum CodingKeys: String, CodingKey {
        case message, companions
        case despiteBlocks = "despite_blocks"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decodeIfPresent(String.self, forKey: .message) ?? ""
        companions = try container.decodeIfPresent(Int.self, forKey: .companions) ?? 0
        despiteBlocks = try container.decodeIfPresent(Bool.self, forKey: .despiteBlocks) ?? false
    }
}

/// A person with their part in a meetup.
///
/// Guests are listed the host and those who attend; the host also those who wait, have an offer or did not come.
public struct AttendeeListing: Codable, Hashable, Sendable, Identifiable {
    /// The person's part.
    public var attendance: Attendance
    /// The person, with what they show to the user.
    public var person: Person

    /// Creates an element of the list.
    public init(attendance: Attendance, person: Person) {
        self.attendance = attendance
        self.person = person
    }

    /// The person's identifier.
    public var id: UserID { attendance.userID }
}

extension AttendeeListing: WireNamed {
    /// The member `attendee`.
    public static var wireName: String { "attendee" }
}

extension Attendance: WireNamed {
    /// The member `attendance`.
    public static var wireName: String { "attendance" }
    /// The member `attendances`.
    public static var wireListName: String { "attendances" }
}
