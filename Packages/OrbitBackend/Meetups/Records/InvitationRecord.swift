import Foundation
import Meetups
import OrbitModels

/// An invitation, kept for the host and the person invited.
struct InvitationRecord: ExpiringRecord {
    static let table = "meetup_invitations"
    /// Those that wait for a reply, by the person invited and their deadline.
    static let byInvitee = "invitee"
    /// Those of a meetup: all by age, and those that wait for a reply.
    static let byMeetup = "meetup"
    static let open = "open"

    private(set) var invitation: Invitation
    private let endOfMeetup: Date

    init(_ invitation: Invitation, to meetup: MeetupRecord) {
        self.invitation = invitation
        endOfMeetup = meetup.plan.span.end
    }

    var key: String { invitation.id.rawValue }
    var expiresAt: Date { endOfMeetup.addingTimeInterval(MeetupRecord.retention) }

    var indexEntries: [IndexEntry] {
        let (id, meetup) = (invitation.id.rawValue, invitation.meetupID.rawValue)
        var entries = [
            expiryEntry,
            IndexEntry(Self.byMeetup, group: meetup, rank: PlaceInOrder.rank(invitation.createdAt, id)),
        ]
        if invitation.isUnsettled {
            let deadline = PlaceInOrder.rank(invitation.respondBy, id)
            entries.append(IndexEntry(Self.byInvitee, group: invitation.inviteeID.rawValue, rank: deadline))
            entries.append(IndexEntry(Self.open, group: meetup, rank: deadline))
        }
        return entries
    }

    mutating func reply(_ reply: InvitationReply, companions: Int) {
        invitation.reply = reply
        invitation.companions = companions
    }

    mutating func end(_ state: InvitationState) { invitation.state = state }

    /// The invitation as it is now.
    func invitation(at meetup: MeetupRecord, now: Date) -> Invitation {
        var shown = invitation
        let end = min(invitation.respondBy, meetup.plan.span.start)
        if invitation.isUnsettled, meetup.isCancelled || end <= now { shown.state = .lapsed }
        return shown
    }
}
