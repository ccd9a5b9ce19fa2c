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
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// When it expires without a reply.
    public let respondBy: Date

    /// Creates an invitation.
    public init(
        id: InvitationID, meetupID: MeetupID, inviterID: UserID, inviteeID: UserID,
        reply: InvitationReply = .pending, createdAt: Date, respondBy: Date
    ) {
        self.id = id
        self.meetupID = meetupID
        self.inviterID = inviterID
        self.inviteeID = inviteeID
        self.reply = reply
        self.createdAt = createdAt
        self.respondBy = respondBy
    }

    private enum CodingKeys: String, CodingKey {
        case id, reply
        case meetupID = "meetup_id"
        case inviterID = "inviter_id"
        case inviteeID = "invitee_id"
        case createdAt = "created_at"
        case respondBy = "respond_by"
    }
}

/// The reply to an invitation.
public struct InvitationReply: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No reply yet.
    public static let pending = Self(rawValue: "pending")
    /// The person comes.
    public static let yes = Self(rawValue: "yes")
    /// The person may come.
    public static let maybe = Self(rawValue: "maybe")
    /// The person does not come.
    public static let no = Self(rawValue: "no")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pending, .yes, .maybe, .no]
}
