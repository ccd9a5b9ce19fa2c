import Meetups
import NotificationScheduling
import OrbitModels
import Safety

/// The facts from which reminders are planned. A meetup that is cancelled or has ended has no facts, and so no
/// reminders.
extension NotificationFact {
    /// Creates the fact of a meetup that the user attends, or that has a place reserved for the user; `nil` for any
    /// other meetup.
    ///
    /// - Parameters:
    ///   - listing: The meetup.
    ///   - isAnswered: Whether the user has said how the meetup was.
    ///   - travelTime: The user's travel time to the meetup, if it is known.
    init?(_ listing: MeetupListing, isAnswered: Bool, travelTime: Duration? = nil) {
        let meetup = listing.meetup
        guard meetup.status != .cancelled else { return nil }
        let subject = NotificationSubject(
            "meetup-\(meetup.id)", version: meetup.revision)
        if meetup.attendance == .offered, let expires = meetup.offerExpiresAt {
            guard let kept = TimeSpan(start: meetup.updatedAt, end: expires) else { return nil }
            self.init(subject, title: meetup.plan.title, at: AnchoredSpan(kept), rules: ReminderRule.proposal)
            return
        }
        guard meetup.attendance.isAttending else { return nil }
        let isAsked = meetup.plan.asksToReconfirm && meetup.attendance == .going
        let rules = ReminderRule.meetup.filter { !isAnswered || $0.kind != .afterMeetup }
        self.init(
            subject, title: meetup.plan.title, at: AnchoredSpan(meetup.plan.span),
            rules: rules + (isAsked ? [.reconfirm] : []), isAccepted: true, travelTime: travelTime)
    }

    /// Creates the fact of a request that waits for the user's decision.
    init?(_ request: IncomingRequest) {
        guard let open = TimeSpan(start: request.request.createdAt, end: request.request.expiresAt) else { return nil }
        self.init(
            NotificationSubject("request-\(request.id)"), title: request.meetupTitle, at: AnchoredSpan(open),
            rules: ReminderRule.request)
    }

    /// Creates the fact of an invitation that waits for the user's reply.
    init?(_ received: ReceivedInvitation) {
        let invitation = received.invitation
        guard let open = TimeSpan(start: invitation.createdAt, end: invitation.respondBy) else { return nil }
        self.init(
            NotificationSubject("invitation-\(invitation.id)", version: received.meetup.revision),
            title: received.meetup.plan.title, at: AnchoredSpan(open), rules: ReminderRule.invitation)
    }

    /// Creates the fact of a running check-in. The user is reminded from its due time until the contact is alerted.
    init?(_ checkIn: SafetyCheckIn) {
        guard checkIn.state == .running, let asked = TimeSpan(start: checkIn.dueAt, end: checkIn.alertsAt) else {
            return nil
        }
        self.init(
            NotificationSubject("check_in-\(checkIn.id)", version: checkIn.extensions), title: checkIn.contact.name,
            at: AnchoredSpan(asked), rules: ReminderRule.checkIn, isAccepted: true)
    }
}
