import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// An invitation, stored for the host and the invited person.
struct InvitationRecord: ExpiringRecord {
    static let table = "meetup_invitations"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.toInvitee,
                exported: ExportSection("invitations_received", of: "Meetups", "An invitation, with the reply"),
                erase: .ofEither, exported),
            .group(
                of: Self.byInviter,
                exported: ExportSection("invitations_sent", of: "Meetups", "An invitation, with the reply"),
                erase: .ofEither, exported))
    }
    /// The index of a person's invitations without a reply, ordered by deadline.
    static let byInvitee = "invitee"
    /// The indexes of a meetup's invitations: all invitations, ordered by age, and invitations without a reply, ordered
    /// by deadline.
    static let byMeetup = "meetup"
    static let open = "open"
    /// The indexes of all invitations that a person has received or sent.
    private static let toInvitee = "to invitee"
    private static let byInviter = "inviter"

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
        let rank = SortRank.rank(invitation.createdAt, id)
        var entries = [
            expiryEntry, IndexEntry(Self.byMeetup, group: meetup, rank: rank),
            IndexEntry(Self.toInvitee, group: invitation.inviteeID.rawValue, rank: rank),
            IndexEntry(Self.byInviter, group: invitation.inviterID.rawValue, rank: rank),
        ]
        if invitation.isUnsettled {
            let deadline = SortRank.rank(invitation.respondBy, id)
            entries.append(IndexEntry(Self.byInvitee, group: invitation.inviteeID.rawValue, rank: deadline))
            entries.append(IndexEntry(Self.open, group: meetup, rank: deadline))
        }
        return entries
    }

    private static func exported(_ record: InvitationRecord, _ exporting: ExportContext) throws -> Invitation? {
        let invitation = record.invitation
        guard let meetup = try MeetupRecord.of(invitation.meetupID, in: exporting.reader) else { return nil }
        let other = invitation.inviterID == exporting.person ? invitation.inviteeID : invitation.inviterID
        return exporting.element(about: other, record.invitation(at: meetup, now: exporting.now))
    }

    mutating func reply(_ reply: InvitationReply, companions: Int) {
        invitation.reply = reply
        invitation.companions = companions
    }

    mutating func end(_ state: InvitationState) { invitation.state = state }

    /// Returns the invitation at a time. An open invitation lapses at its deadline, at the start of the meetup, or when
    /// the meetup is cancelled.
    func invitation(at meetup: MeetupRecord, now: Date) -> Invitation {
        var shown = invitation
        let end = min(invitation.respondBy, meetup.plan.span.start)
        if invitation.isUnsettled, meetup.isCancelled || end <= now { shown.state = .lapsed }
        return shown
    }
}
