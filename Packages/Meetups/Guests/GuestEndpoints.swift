public import Networking
public import OrbitModels

/// The routes for guests. All actions of the guest return ``MeetupListing`` with the guest's new state.
public enum MeetupGuestRoutes {
    /// `POST /meetups/{meetup_id}/join`. Body: ``JoinMeetupRequest``.
    ///
    /// The query item `link` is required if the meetup is found only by its address.
    public static let join = Route(.post, "/meetups/{meetup_id}/join")
    /// `POST /meetups/{meetup_id}/leave`. Withdraws a request, declines an offer or an invitation, or cancels.
    public static let leave = Route(.post, "/meetups/{meetup_id}/leave")
    /// `POST /meetups/{meetup_id}/take-offer`.
    public static let takeOffer = Route(.post, "/meetups/{meetup_id}/take-offer")
    /// `POST /meetups/{meetup_id}/reconfirm`.
    public static let reconfirm = Route(.post, "/meetups/{meetup_id}/reconfirm")
    /// `POST /meetups/{meetup_id}/check-in`.
    public static let checkIn = Route(.post, "/meetups/{meetup_id}/check-in")
    /// `GET /meetups/{meetup_id}/attendees`, for attendees and the host. Ordered by `since`, then by id.
    public static let attendees = Route(.get, "/meetups/{meetup_id}/attendees")
    /// `POST /meetups/{meetup_id}/attendees/{user_id}/remove`, for the host. Returns `Keyed<Attendance>`.
    public static let remove = Route(.post, "/meetups/{meetup_id}/attendees/{user_id}/remove")

    /// All routes of this area.
    public static let all = [join, leave, takeOffer, reconfirm, checkIn, attendees, remove]
}

/// The body of `/meetups/{meetup_id}/join`.
public struct JoinMeetupRequest: Codable, Hashable, Sendable {
    /// The message to the host, at most ``MeetupLimits/message`` characters. It may be empty.
    public var message: String
    /// The number of companions, within ``MeetupLimits/companions``.
    public var companions: Int
    /// Whether the guest joins even if a person that they have blocked attends.
    ///
    /// If `false` and such a person attends, the server returns `ProblemCode.blockedPersonAttends`.
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

/// A person with their attendance of a meetup.
///
/// Attendees see the host and each other. The host also sees people who wait, have an offer or did not come.
public struct AttendeeListing: Codable, Hashable, Sendable, Identifiable {
    /// The attendance of the person.
    public var attendance: Attendance
    /// The person, with the profile that the user may see.
    public var person: Person

    /// Creates an element of the list.
    public init(attendance: Attendance, person: Person) {
        self.attendance = attendance
        self.person = person
    }

    /// The person's identifier.
    public var id: UserID { attendance.userID }
}

extension AttendeeListing: JSONKeyed {
    /// The JSON key `attendee`.
    public static var jsonKey: String { "attendee" }
}

extension Attendance: JSONKeyed {
    /// The JSON key `attendance`.
    public static var jsonKey: String { "attendance" }
    /// The JSON key `attendances`.
    public static var jsonListKey: String { "attendances" }
}
