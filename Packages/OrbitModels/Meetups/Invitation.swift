public import Foundation

/// Identifies an invitation.
public typealias InvitationID = Identifier<Invitation>

/// An invitation of a person to a meetup.
public struct Invitation: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: InvitationID
    /// The meetup.
    public let meetupID: MeetupID
    /// The person who invites.
    public let inviterID: UserID
    /// The person invited.
    public let inviteeID: UserID
    /// The invited person's reply.
    public var reply: InvitationReply
    /// Whether the invitation is still open.
    public var state: InvitationState
    /// The number of companions that the invited person brings.
    public var companions: Int
    /// The maximum number of companions.
    public var maxCompanions: Int
    /// The role that is offered to the invited person.
    public var role: InvitationRole
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// The time at which it expires without a reply.
    public let respondBy: Date

    /// Creates an invitation.
    public init(
        id: InvitationID, meetupID: MeetupID, inviterID: UserID, inviteeID: UserID, reply: InvitationReply = .pending,
        state: InvitationState = .open, companions: Int = 0, maxCompanions: Int = 0,
        role: InvitationRole = .attendee, createdAt: Date, respondBy: Date
    ) {
        self.id = id
        self.meetupID = meetupID
        self.inviterID = inviterID
        self.inviteeID = inviteeID
        self.reply = reply
        self.state = state
        self.companions = companions
        self.maxCompanions = maxCompanions
        self.role = role
        self.createdAt = createdAt
        self.respondBy = respondBy
    }

    private enum CodingKeys: String, CodingKey {
        case id, reply, state, companions, role
        case meetupID = "meetup_id"
        case inviterID = "inviter_id"
        case inviteeID = "invitee_id"
        case maxCompanions = "most_companions"
        case createdAt = "created_at"
        case respondBy = "respond_by"
    }
}

/// The reply to an invitation.
public struct InvitationReply: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No reply yet.
    public static let pending = Self(rawValue: "pending")
    /// The person attends.
    public static let yes = Self(rawValue: "yes")
    /// The person may attend.
    public static let maybe = Self(rawValue: "maybe")
    /// The person does not attend.
    public static let no = Self(rawValue: "no")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pending, .yes, .maybe, .no]
}

/// The state of an invitation.
public struct InvitationState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The invitation can be replied to.
    public static let open = Self(rawValue: "open")
    /// The host has withdrawn the invitation.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// The reply period has ended without a reply, or the meetup was cancelled.
    public static let lapsed = Self(rawValue: "lapsed")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.open, .withdrawn, .lapsed]
}

/// The role of an invited person.
public struct InvitationRole: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An attendee.
    public static let attendee = Self(rawValue: "attendee")
    /// An attendee who helps the host.
    public static let coHost = Self(rawValue: "co_host")
    /// An attendee whose attendance is optional.
    public static let optional = Self(rawValue: "optional")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.attendee, .coHost, .optional]
}
