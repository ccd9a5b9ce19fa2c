public import Foundation
public import Networking
public import OrbitModels

/// The routes of safety check-ins. The user's actions return `Keyed<SafetyCheckIn>`, and the contact's actions return
/// `MessageData`.
public enum CheckInRoutes {
    /// `GET /check-ins`. Returns `Page<SafetyCheckIn>`, the latest first. Lists each check-in until a week after its
    /// end.
    public static let list = Route(.get, "/check-ins")
    /// `POST /check-ins`. Body: ``CheckInEntry``.
    public static let create = Route(.post, "/check-ins")
    /// `POST /check-ins/{check_in_id}/extend`. Body: ``ExtendCheckInRequest``.
    public static let extend = Route(.post, "/check-ins/{check_in_id}/extend")
    /// `POST /check-ins/{check_in_id}/safe`. Reports that the user is safe. If the contact was already alerted, the
    /// server sends them an all-clear.
    public static let safe = Route(.post, "/check-ins/{check_in_id}/safe")
    /// `DELETE /check-ins/{check_in_id}`. Cancels the check-in. The contact is not notified.
    public static let cancel = Route(.delete, "/check-ins/{check_in_id}")
    /// `POST /check-in-contacts/{contact_token}/refuse`. Stops all messages to the contact's address. The token is the
    /// secret in a message to the contact.
    public static let refuse = Route(.post, "/check-in-contacts/{contact_token}/refuse", access: .anyone)
    /// `POST /check-in-contacts/{contact_token}/accept`. Allows messages to the contact's address again.
    public static let accept = Route(.post, "/check-in-contacts/{contact_token}/accept", access: .anyone)

    /// All routes of this area.
    public static let all = [list, create, extend, safe, cancel, refuse, accept]
}

/// The body of `POST /check-ins`.
public struct CheckInEntry: Codable, Hashable, Sendable {
    /// The meetup of the check-in. The user attends or hosts it.
    public var meetupID: MeetupID?
    /// The time at which the user is asked whether they are safe. The time from now until then is in the range
    /// ``CheckInLimits/ahead``.
    public var dueAt: Date
    /// The minutes between ``dueAt`` and the alert, in the range ``CheckInLimits/grace``.
    public var grace: Int
    /// The person who is alerted.
    public var contact: CheckInContact
    /// The user's message to the contact; may be empty.
    public var message: String
    /// Whether the alert contains the plan of the meetup.
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

/// The body of `POST /check-ins/{check_in_id}/extend`.
public struct ExtendCheckInRequest: Codable, Hashable, Sendable {
    /// The new time at which the user is asked. It is later than before, and the time from now until then is in the
    /// range ``CheckInLimits/ahead``.
    public var dueAt: Date

    /// Creates the body.
    public init(dueAt: Date) {
        self.dueAt = dueAt
    }

    private enum CodingKeys: String, CodingKey {
        case dueAt = "due_at"
    }
}
