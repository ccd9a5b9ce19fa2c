public import Foundation
public import OrbitModels
public import Presentation

extension ListDefinition<ReceivedInvitation> {
    /// The invitations that wait for the user's reply. Invitations with the reply `maybe` are included.
    public static var meetupInvitations: Self {
        Self(
            .meetupInvitations, order: .earliestFirst(\.invitation.respondBy), people: { [$0.inviter.id] },
            isExpired: { !$0.invitation.isOpen(at: $1) || $0.meetup.status != .scheduled },
            expiresAt: { $0.invitation.respondBy }
        ) { event, invitations throws(LogEventError) in
            switch event.kind {
            case .meetupInvited:
                let news = try event.data(ReceivedInvitation.self)
                if news.invitation.isUnsettled { invitations.upsert(news) } else { invitations.remove(news.id) }
            case .meetupInvitationClosed: invitations.remove(try event.data(Keyed<InvitationID>.self).value)
            case .meetupChanged:
                let meetup = try event.data(MeetupListing.self).meetup
                invitations.updateAll(
                    where: { $0.meetup.id == meetup.id && $0.meetup.updatedAt <= meetup.updatedAt }
                ) { $0.meetup = meetup }
            case .meetupGone:
                let gone = try event.data(Keyed<MeetupID>.self).value
                invitations.removeAll { $0.meetup.id == gone }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                invitations.updateAll(where: { $0.inviter.id == changed.id }) { $0.inviter = changed }
            case .personHidden: return .outdated  // the counts exclude hidden people
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<SentInvitation> {
    /// The invitations that the user has sent to a meetup.
    public static func sentInvitations(to meetup: MeetupID) -> Self {
        Self(
            .sentMeetupInvitations, order: .latestFirst(\.invitation.createdAt), people: { [$0.person.id] }
        ) { event, invitations throws(LogEventError) in
            switch event.kind {
            case .meetupInvitationChanged:
                let news = try event.data(SentInvitation.self)
                if news.invitation.meetupID == meetup { invitations.upsert(news) }
            case .meetupChanged:
                let changed = try event.data(MeetupListing.self).meetup
                if changed.id == meetup, changed.status == .cancelled {
                    invitations.updateAll(where: { $0.invitation.isUnsettled }) { $0.invitation.state = .lapsed }
                }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                invitations.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension Invitation {
    /// Whether the invitation waits for a reply. The reply `maybe` can still change.
    package var isUnsettled: Bool { state == .open && [.pending, .maybe].contains(reply) }

    /// Whether the user can reply to the invitation now.
    public func isOpen(at now: Date) -> Bool { isUnsettled && now < respondBy }
}

extension LogEvent {
    static func changed(_ invitation: SentInvitation) -> LogEvent {
        LogEvent(.meetupInvitationChanged, subject: invitation.person.id, data: invitation)
    }

    /// Returns the event that updates the list of received invitations after a reply.
    static func replied(_ invitation: ReceivedInvitation) -> LogEvent {
        invitation.invitation.isUnsettled
            ? LogEvent(.meetupInvited, subject: invitation.inviter.id, data: invitation)
            : LogEvent(.meetupInvitationClosed, subject: invitation.inviter.id, data: Keyed(invitation.id))
    }
}
