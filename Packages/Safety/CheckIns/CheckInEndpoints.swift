public import Foundation
public import Networking
public import OrbitModels

/// The routes of safety check-ins. All actions return `Named<SafetyCheckIn>`.
public enum CheckInRoutes {
    /// `GET /check-ins`. Returns `Page<SafetyCheckIn>`, the latest first, until a week after their end.
    public static let list = Route(.get, "/check-ins")
    /// `POST /check-ins`. Body: ``CheckInEntry``.
    public static let create = Route(.post, "/check-ins")
    /// `POST /check-ins/{check_in_id}/extend`. Body: ``ExtendCheckInRequest``.
    public static let extend = Route(.post, "/check-ins/{check_in_id}/extend")
    /// `POST /check-ins/{check_in_id}/safe`: also after the contact was told, who is then told that all is well.
    public static let safe = Route(.post, "/check-ins/{check_in_id}/safe")
    /// `DELETE /check-ins/{check_in_id}`: calls it off; nobody is told.
    public static let cancel = Route(.delete, "/check-ins/{check_in_id}")
    /// `POST /check-in-contacts/{contact_token}/refuse`, by the secret in a message to a contact: no more go to that address.
    public static let refuse = Route(.post, "/check-in-contacts/{contact_token}/refuse", access: .anyone)
    /// `POST /check-in-contacts/{contact_token}/accept`: they do again.
    public static let accept = Route(.post, "/check-in-contacts/{contact_token}/accept", access: .anyone)

    /// All routes of this area.
    public static let all = [list, create, extend, safe, cancel, refuse, accept]
}

/// The body of `POST /check-ins`.
public struct CheckInEntry: Codable, Hashable, Sendable {
    /// The meetup it is about; one that the user attends or hosts.
    public var meetupID: MeetupID?
    /// When the user is asked; ``CheckInLimits/ahead`` from now.
    public var dueAt: Date
    /// Minutes after that, ``CheckInLimits/grace``.
    public var grace: Int
    /// Who is written to.
    public var contact: CheckInContact
    /// For the contact; may be empty.
    public var message: String
    /// Whether the contact is told the plan of the meetup.
    public var sharesPlan: Bool

    /// Creates the body.
    public init(
        meetupID: MeetupID? = nil, dueAt: Date, grace: Int = CheckInLimits.usualGrace, contact: CheckInContact,
        message: String = "", sharesPlan: Bool = false
    ) {
        self.meetupID = meetupID
        self.dueAt = dueAt
        self.grace = grace
        self.contact = contact
        self.message = message
        self.sharesPlan = sharesPlan
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        meetupID = try container.decodeIfPresent(MeetupID.self, forKey: .meetupID)
        dueAt = try container.decode(Date.self, forKey: .dueAt)
        grace = try container.decodeIfPresent(Int.self, forKey: .grace) ?? CheckInLimits.usualGrace
        contact = try container.decode(CheckInContact.self, forKey: .contact)
        message = try container.decodeIfPresent(String.self, forKey: .message) ?? ""
        sharesPlan = try container.decodeIfPresent(Bool.self, forKey: .sharesPlan) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case grace, contact, message
        case meetupID = "meetup_id"
        case dueAt = "due_at"
        case sharesPlan = "share_plan"
    }
}

/// The body of `/check-ins/{check_in_id}/extend`.
public struct ExtendCheckInRequest: Codable, Hashable, Sendable {
    /// When the user is asked instead: later than before, and within ``CheckInLimits/ahead`` from now.
    public var dueAt: Date

    /// Creates the body.
    public init(dueAt: Date) {
        self.dueAt = dueAt
    }

    private enum CodingKeys: String, CodingKey {
        case dueAt = "due_at"
    }
}
