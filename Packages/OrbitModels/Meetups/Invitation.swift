public import Foundation

public typealias InvitationID = Identifier<Invitation>

/// A host's wish that someone come.
public struct Invitation: Codable, Hashable, Sendable, Identifiable {
    public let id: InvitationID
    public let meetupID: MeetupID
    public let inviterID: UserID
    public let inviteeID: UserID
    public var reply: InvitationReply
    public let createdAt: Date
    /// When it lapses without a reply.
    public let respondBy: Date

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

public struct InvitationReply: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let pending = Self(rawValue: "pending")
    public static let yes = Self(rawValue: "yes")
    public static let maybe = Self(rawValue: "maybe")
    public static let no = Self(rawValue: "no")

    public static let known: [Self] = [.pending, .yes, .maybe, .no]
}
