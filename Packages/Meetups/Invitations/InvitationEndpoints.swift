public import Foundation
public import Networking
public import OrbitModels

/// The routes of invitations.
public enum InvitationRoutes {
    /// `POST /meetups/{meetup_id}/invitations`, for the host. Body: ``InvitePeopleRequest``. Returns ``InvitedPeople``.
    public static let invite = Route(.post, "/meetups/{meetup_id}/invitations")
    /// `GET /meetups/{meetup_id}/invitations`, for the host. Returns a page of ``SentInvitation``, the latest first.
    public static let sent = Route(.get, "/meetups/{meetup_id}/invitations")
    /// `GET /meetups/invitations`. Returns the invitations that wait for the user's reply, the earliest deadline first.
    public static let received = Route(.get, "/meetups/invitations")
    /// `POST /meetups/invitations/{invitation_id}/reply`. Body: ``InvitationReplyRequest``. Returns
    /// ``ReceivedInvitation``.
    public static let reply = Route(.post, "/meetups/invitations/{invitation_id}/reply")
    /// `POST /meetups/invitations/{invitation_id}/withdraw`, for the host. Returns `Keyed<Invitation>`.
    public static let withdraw = Route(.post, "/meetups/invitations/{invitation_id}/withdraw")

    /// All routes of this area.
    public static let all = [invite, sent, received, reply, withdraw]
}

/// The body of `POST /meetups/{meetup_id}/invitations`.
public struct InvitePeopleRequest: Codable, Hashable, Sendable {
    /// The people to invite, 1 to ``MeetupLimits/openInvitations``.
    public var userIDs: [UserID]
    /// The deadline for a reply. `nil` means the time until which people may join, which is also the latest possible
    /// deadline.
    public var respondBy: Date?
    /// The maximum number of companions of each person.
    public var companions: Int
    /// The role for which the people are invited.
    public var role: InvitationRole

    /// Creates the body.
    public init(userIDs: [UserID], respondBy: Date? = nil, companions: Int = 0, role: InvitationRole = .attendee) {
        self.userIDs = userIDs
        self.respondBy = respondBy
        self.companions = companions
        self.role = role
    }

    private enum CodingKeys: String, CodingKey {
        case companions, role
        case userIDs = "user_ids"
        case respondBy = "respond_by"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            userIDs: try container.decode([UserID].self, forKey: .userIDs),
            respondBy: try container.decodeIfPresent(Date.self, forKey: .respondBy),
            companions: try container.decodeIfPresent(Int.self, forKey: .companions) ?? 0,
            role: try container.decodeIfPresent(InvitationRole.self, forKey: .role) ?? .attendee)
    }
}

/// The result of inviting several people. Each person is invited or refused individually.
public struct InvitedPeople: Codable, Hashable, Sendable {
    /// The new invitations.
    public var invited: LossyList<SentInvitation>
    /// The people who were not invited.
    public var refused: [RefusedInvitee]

    /// Creates the data.
    public init(invited: [SentInvitation], refused: [RefusedInvitee] = []) {
        self.invited = LossyList(invited)
        self.refused = refused
    }
}

/// A person who could not be invited.
public struct RefusedInvitee: Codable, Hashable, Sendable {
    /// The person.
    public var userID: UserID
    /// The reason. A person that the host may not see always has the code `not_found`.
    public var code: ProblemCode

    /// Creates the value.
    public init(userID: UserID, code: ProblemCode) {
        self.userID = userID
        self.code = code
    }

    private enum CodingKeys: String, CodingKey {
        case code
        case userID = "user_id"
    }
}

/// An invitation that the user has sent as a host.
public struct SentInvitation: Codable, Hashable, Sendable, Identifiable {
    /// The invitation, with its reply.
    public var invitation: Invitation
    /// The invited person, with the profile that the user may see.
    public var person: Person

    /// Creates an element of the list.
    public init(invitation: Invitation, person: Person) {
        self.invitation = invitation
        self.person = person
    }

    /// The identifier of the invitation.
    public var id: InvitationID { invitation.id }
}

/// An invitation that the user has received.
public struct ReceivedInvitation: Codable, Hashable, Sendable, Identifiable {
    /// The invitation.
    public var invitation: Invitation
    /// The meetup, with the user's state.
    public var meetup: Meetup
    /// The host, with the profile that the user may see.
    public var inviter: Person

    /// Creates an element of the list.
    public init(invitation: Invitation, meetup: Meetup, inviter: Person) {
        self.invitation = invitation
        self.meetup = meetup
        self.inviter = inviter
    }

    /// The identifier of the invitation.
    public var id: InvitationID { invitation.id }
}

/// The body of `/meetups/invitations/{invitation_id}/reply`.
public struct InvitationReplyRequest: Codable, Hashable, Sendable {
    /// The reply: `yes`, `no` or `maybe`. After `maybe`, the invitation stays open.
    public var reply: InvitationReply
    /// The number of companions, at most `maxCompanions` of the invitation.
    public var companions: Int
    /// Whether a `yes` is accepted even if a person that the user has blocked attends. See ``JoinMeetupRequest``.
    public var despiteBlocks: Bool

    /// Creates the body.
    public init(reply: InvitationReply, companions: Int = 0, despiteBlocks: Bool = false) {
        self.reply = reply
        self.companions = companions
        self.despiteBlocks = despiteBlocks
    }

    private enum CodingKeys: String, CodingKey {
        case reply, companions
        case despiteBlocks = "despite_blocks"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reply = try container.decode(InvitationReply.self, forKey: .reply)
        companions = try container.decodeIfPresent(Int.self, forKey: .companions) ?? 0
        despiteBlocks = try container.decodeIfPresent(Bool.self, forKey: .despiteBlocks) ?? false
    }
}

extension Invitation: JSONKeyed {
    /// The JSON key `invitation`.
    public static var jsonKey: String { "invitation" }
}

extension SentInvitation: JSONKeyed {
    /// The JSON key `invitation`.
    public static var jsonKey: String { "invitation" }
}

extension ReceivedInvitation: JSONKeyed {
    /// The JSON key `invitation`.
    public static var jsonKey: String { "invitation" }
}
