import Foundation
import Meetups
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/meetups.yaml`, `meetup-guests.yaml`, `invitations.yaml` and `meetup-feed.yaml`.
    static let meetups = {
        let (now, person) = (ContractSample.now, ContractSample.person)
        let plan = ContractSample.plan
        let series = SeriesPosition(
            id: "1", rule: "FREQ=WEEKLY;COUNT=8", occurrence: LocalDateTime(now, in: .gmt))
        let meetup = plan.map {
            Meetup(
                id: "1", hostID: "2", plan: $0, status: .cancelled, cancelReason: .weather, attendance: .offered,
                offerExpiresAt: now, series: series, createdAt: now)
        }
        let listing = meetup.map { MeetupListing(meetup: $0, host: person, hostIsCertified: true, link: "x") }
        let attendance = Attendance(userID: "1", state: .going, companions: 1, since: now)
        let attendee = AttendeeListing(attendance: attendance, person: person)
        let request = JoinRequest(
            id: "1", meetupID: "2", requesterID: "3", message: "Hello", companions: 1, status: .declined, reason: .full,
            createdAt: now, expiresAt: now, decidedAt: now)
        let incoming = IncomingRequest(request: request, person: person, meetupTitle: "Chess", meetupStart: now)
        let invitation = Invitation(
            id: "1", meetupID: "2", inviterID: "3", inviteeID: "4", createdAt: now, respondBy: now)
        let sent = SentInvitation(invitation: invitation, person: person)
        let received = meetup.map { ReceivedInvitation(invitation: invitation, meetup: $0, inviter: person) }
        let post = MeetupPost(
            id: "1", meetupID: "2", authorID: "3", parentID: "4", text: "Hello", createdAt: now, deletedAt: now)
        let item = FeedItem(post: post, author: person)
        return ContractArea(
            routes: MeetupRoutes.all + MeetupGuestRoutes.all + MeetupRequestRoutes.all + InvitationRoutes.all
                + MeetupFeedRoutes.all,
            events: .meetups,
            lists: [
                .meetups, .myMeetups, .meetupRequests, .meetupInvitations, .sentMeetupInvitations, .meetupPosts,
                .meetupAttendees,
            ],
            words: [
                EventType.self, MeetupVisibility.self, MeetupApproval.self, MeetupStatus.self, CancelReason.self,
                AttendanceState.self, JoinRequestStatus.self, DeclineReason.self, InvitationReply.self,
                InvitationState.self, InvitationRole.self,
            ],
            full: [
                ("MeetupPlan", plan), ("MeetupEntry", plan.map { MeetupEntry($0, repeats: "FREQ=WEEKLY;COUNT=8") }),
                ("Place", plan?.place), ("Meetup", meetup), ("SeriesPlace", series), ("MeetupListing", listing),
                ("MeetupsPage", listing.map { Page([$0], nextCursor: "x") }), ("NamedMeetup", Keyed(MeetupID("1"))),
                ("CalledOffMeetup", CancelledMeetup(meetupID: "1", title: "Chess", start: now)),
                ("CancelMeetupRequest", CancelMeetupRequest(reason: .weather, scope: .this)),
                ("JoinMeetupRequest", JoinMeetupRequest(message: "Hello", companions: 1)),
                ("Attendance", attendance), ("AttendanceData", Keyed(attendance)), ("AttendeeListing", attendee),
                ("AttendeesPage", Page([attendee], nextCursor: "x")),
                ("ChangedAttendee", ChangedAttendee(meetupID: "1", attendance: attendance, person: person)),
                ("JoinRequest", request), ("JoinRequestData", Keyed(request)),
                ("NamedRequest", Keyed(JoinRequestID("1"))), ("IncomingRequest", incoming),
                ("IncomingRequestsPage", Page([incoming], nextCursor: "x")),
                ("DeclineRequestRequest", DeclineRequestRequest(reason: .full)), ("Invitation", invitation),
                ("InvitationData", Keyed(invitation)), ("NamedInvitation", Keyed(InvitationID("1"))),
                ("InvitePeopleRequest", InvitePeopleRequest(userIDs: ["1"], respondBy: now)),
                (
                    "InvitedPeople",
                    InvitedPeople(invited: [sent], refused: [RefusedInvitee(userID: "1", code: .notFound)])
                ),
                ("RefusedInvitee", RefusedInvitee(userID: "1", code: .notFound)), ("SentInvitation", sent),
                ("SentInvitationsPage", Page([sent], nextCursor: "x")), ("ReceivedInvitation", received),
                ("ReceivedInvitationsPage", received.map { Page([$0], nextCursor: "x") }),
                ("InvitationReplyRequest", InvitationReplyRequest(reply: .yes)), ("MeetupPost", post),
                ("PostData", Keyed(post)), ("PostRequest", PostRequest(text: "Hello")), ("FeedItem", item),
                ("FeedPage", Page([item], nextCursor: "x")),
            ])
    }()
}

extension ContractSample {
    fileprivate static let plan = TimeSpan(start: now, end: now.addingTimeInterval(3_600)).map {
        MeetupPlan(
            title: "Chess", description: "In the park", eventType: .social, sport: .tennis, sportLevel: .beginner,
            interestTags: [Interest("board_games")], span: $0, timeZone: .gmt,
            place: Place(
                id: "1", name: "Park", address: "Main Street", room: "1", link: "https://x.example",
                coordinates: Coordinates(latitude: 1, longitude: 2)),
            capacity: 8, joinBy: now)
    }
}
