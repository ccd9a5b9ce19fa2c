import Meetups
import Networking
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let meetups = FeatureFixture(
        contract: [.meetups, .meetupMap, .meetupSuggestions],
        accessMatrix: AccessFixture(
            requests: requests, kinds: kinds, exceptions: exceptions,
            steps: [.past: { try await $0.makeMeetupOver() }, .present: { try await $0.makeMeetups() }]),
        blockMatrix: BlockFixture(
            rows: rows, named: ["invitePeople": ["invitee_id"]], pathsIndependentOfConnection: ["/meetups"],
            steps: [
                .past: { try await $0.makeMeetupOver(by: $1) }, .people: { try await $0.consent(by: $1) },
                .plans: { try await $0.makeMeetups(of: $1) },
            ],
            thirdPersonStep: { try await $0.makeCommonMeetup() }),
        life: [
            .alone: { try await $0.consent() }, .hosting: { try await $0.hostFirst() },
            .goingOn: { try await $0.hostOthers() }, .attending: { try await $0.attend() },
            .writing: { try await $0.write() },
        ],
        archive: ArchiveFixture(
            sections: [
                "meetups_hosted", "meetup_parts", "meetup_requests", "invitations_received", "posts", "likes",
                "suggestion_consent",
            ],
            counts: ["meetups_hosted": 4, "posts": 4], changedScreens: changedScreens,
            refused: [
                (#""host_id":"PERSON""#, #""host_id":"another""#, .invalid(section: "meetups_hosted")),
                (#""author_id":"PERSON""#, #""author_id":"another""#, .invalid(section: "posts")),
                (#""title":"Chess""#, #""title":"""#, .invalid(section: "meetups_hosted")),
            ]))

    private static let requests: [String: AuthorizationRequest] = [
        "setSuggestionConsent": .json { _ in Keyed(SuggestionConsent(toMe: true, toHosts: true)) },
        "createMeetup": .json { $0.server.entry() },
        "editMeetup": .json({ [("If-Match", "\"\($0.meetup)-0-host\"")] }, { $0.server.entry("Go") }),
        "cancelMeetup": .json { _ in CancelMeetupRequest(reason: .weather) },
        "joinMeetup": .json { _ in JoinMeetupRequest() },
        "removeAttendee": AuthorizationRequest(people: ["user_id": .attendee]),
        "invitePeople": .json { InvitePeopleRequest(userIDs: [UserID($0["invitee_id"])]) },
        "replyToInvitation": .json { _ in InvitationReplyRequest(reply: .yes) },
        "declineJoinRequest": .json { _ in DeclineRequestRequest() },
        "writePost": .json { _ in PostRequest(text: "Me too") },
        "comment": .json { _ in PostRequest(text: "Me too") },
    ]

    private static let kinds: [String: AccessFixture.Kind] = [
        "meetup": .init(
            roles: [.owner: [.person, .attendee, .host], .attendee: [.person, .attendee, .guest]],
            others: [.person]),
        "post": .init(roles: [.owner: [.person, .attendee, .host, .author], .attendee: [.person, .attendee]]),
        "request": .init(roles: [.owner: [.host]], isOfParties: true),
        "invitation": .init(roles: [.owner: [.sender], .recipient: [.recipient]], isOfParties: true),
        "series": .init(isList: true),
    ]

    private static let exceptions: [AuthorizationResponse.Exception] = [
        // Hosts cannot join their own meetups.
        .init(operation: "joinMeetup", column: .owner, response: .problem(403, .forbidden)),
        // Leaving has no effect for a caller who does not attend. The host cannot leave, and a removed guest no longer
        // attends.
        .init(operation: "leaveMeetup", column: .owner, response: .problem(403, .forbidden)),
        .init(operation: "leaveMeetup", column: .removed, response: .problem(403, .notAttending)),
        // The sender has no invitation to reply to, and the recipient has no invitation to withdraw.
        .init(operation: "replyToInvitation", column: .owner, response: .unseen),
        .init(operation: "withdrawInvitation", column: .recipient, response: .unseen),
        // A removed guest cannot join again.
        .init(operation: "joinMeetup", column: .removed, response: .problem(403, .notAttending)),
    ]

    private static let changedScreens = [
        "/meetups": ArchiveFixture.isOfHost, "/meetups/mine": ArchiveFixture.isOfHost,
        "/meetups/map": ArchiveFixture.isOfHost, "/meetups/invitations": ArchiveFixture.isOfHost,
    ]

    private static let rows: [String: BlockRow] = [
        "browseMeetups": .shows, "listAttendees": .shows, "listComments": .shows, "listInvitations": .shows,
        "listJoinRequests": .shows, "listMyMeetups": .shows, "listPosts": .shows, "listSentInvitations": .shows,
        "listSeries": .shows, "readMeetup": .shows, "suggestMeetups": .shows, "suggestPeople": .shows,
        "readSuggestionConsent": .ofCaller, "readMeetupMap": .count, "approveJoinRequest": .acts,
        "cancelMeetup": .acts, "checkIn": .acts, "comment": .acts, "declineJoinRequest": .acts, "deletePost": .acts,
        "editMeetup": .acts, "invitePeople": .acts, "joinMeetup": .acts, "leaveMeetup": .acts, "likePost": .acts,
        "reconfirmAttendance": .acts, "removeAttendee": .acts, "replyToInvitation": .acts, "takeOffer": .acts,
        "unlikePost": .acts, "withdrawInvitation": .acts, "writePost": .acts, "createMeetup": .own,
        "setSuggestionConsent": .own,
    ]
}
