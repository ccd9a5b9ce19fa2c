import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

/// Requests, invitations and attendees: the decisions of hosts and guests about each other.
@Suite @MainActor struct GuestListTests {
    private typealias Given = MeetupsUnderTest

    @Test func `a decided request leaves the list at once, and a second tap sends nothing`() async throws {
        let slow = PausedResponse()
        let (a, b) = (Given.request("a"), Given.request("b", from: "cem", asked: 1))
        var approved = a.request
        approved.status = .approved
        var declined = b.request
        declined.status = .declined
        let stub = StubTransport([
            .expect(.get, "/api/meetups/requests?limit=20", response: try Given.page([a, b])),
            slow.exchange(.post, "/api/meetups/requests/a/approve", response: try .success(Keyed(approved))),
            .expect(.post, "/api/meetups/requests/b/decline", response: try .success(Keyed(declined))),
        ])
        let model = try SharedMeetups(stub).requests()
        await model.requests.load()
        let approve = Task { await model.approve(a) }
        await slow.waitForRequest()
        #expect(model.requests.known == [b] && model.inFlight == ["a"])
        #expect(await model.approve(a) == .skipped)
        #expect(await model.decline(a) == .skipped)
        slow.release()
        #expect(await approve.value == .done)
        #expect(await model.decline(b, because: .level) == .done)
        #expect(model.requests.items == .empty)
        #expect(String(decoding: await stub.requests[2].body, as: UTF8.self) == #"{"reason":"level"}"#)
        try await stub.finish()
    }

    @Test func `a failed decision restores the request, and a late decision reloads the list`()
        async throws
    {
        let a = Given.request("a")
        let stub = StubTransport([
            .expect(.get, "/api/meetups/requests?limit=20", response: try Given.page([a])),
            .expect(.post, "/api/meetups/requests/a/approve", error: .cannotConnect),
            .expect(.post, "/api/meetups/requests/a/decline", response: try Given.refusal(.alreadyDecided)),
            .expect(.get, "/api/meetups/requests?limit=20", response: try Given.page([IncomingRequest]())),
        ])
        let model = try SharedMeetups(stub).requests()
        await model.requests.load()
        #expect(await model.approve(a).failure?.kind == .unreachable)
        #expect(model.requests.known == [a])
        #expect(await model.decline(a).failure?.kind == .refused(.alreadyDecided))
        #expect(model.requests.items == .empty)
        try await stub.finish()
    }

    @Test func `an answered invitation leaves the list and appears among the user's meetups`() async throws {
        let invitation = try Given.received("i", maxCompanions: 1)
        var yes = invitation
        (yes.invitation.reply, yes.invitation.companions, yes.meetup.attendance) = (.yes, 1, .going)
        let stub = StubTransport([
            .expect(.get, "/api/meetups/invitations?limit=20", response: try Given.page([invitation])),
            .expect(.post, "/api/meetups/invitations/i/reply", response: try .success(yes)),
        ])
        let shared = try SharedMeetups(stub)
        let (model, mine) = (shared.invitations(), shared.mine())
        await model.invitations.load()
        #expect(await model.reply(to: invitation, .yes, companions: 2).failure?.fields.map(\.path) == ["companions"])
        #expect(await model.reply(to: invitation, .yes, companions: 1) == .done)
        #expect(model.invitations.items == .empty && mine.meetups.known.first?.meetup.attendance == .going)
        let body = String(decoding: await stub.requests[1].body, as: UTF8.self)
        #expect(body == #"{"companions":1,"despite_blocks":false,"reply":"yes"}"#)
        try await stub.finish()
    }

    @Test func `an invitation answered with maybe stays, and a reply after the deadline is refused`() async throws {
        let invitation = try Given.received("i")
        var maybe = invitation
        maybe.invitation.reply = .maybe
        let stub = StubTransport([
            .expect(.get, "/api/meetups/invitations?limit=20", response: try Given.page([invitation])),
            .expect(.post, "/api/meetups/invitations/i/reply", response: try .success(maybe)),
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.invitations()
        await model.invitations.load()
        #expect(await model.reply(to: invitation, .maybe) == .done)
        #expect(model.invitations.known == [maybe])
        shared.clock.advance(by: .seconds(24 * 3_600))
        #expect(await model.reply(to: maybe, .yes).failure?.kind == .refused(.invitationOver))
        #expect(model.invitations.known.isEmpty)
        try await stub.finish()
    }

    @Test func `a reply that fails brings the invitation back as it was`() async throws {
        let invitation = try Given.received("i")
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/meetups/invitations?limit=20", response: try Given.page([invitation])),
            slow.exchange(.post, "/api/meetups/invitations/i/reply", response: HTTPResponse(status: 503)),
        ])
        let model = try SharedMeetups(stub).invitations()
        await model.invitations.load()
        let reply = Task { await model.reply(to: invitation, .no) }
        await slow.waitForRequest()
        #expect(model.invitations.known.isEmpty)
        #expect(await model.reply(to: invitation, .yes) == .skipped)
        slow.release()
        #expect(await reply.value.failure?.kind == .unavailable)
        #expect(model.invitations.known == [invitation])
        try await stub.finish()
    }

    @Test func `each person is invited once, and refused people are named`() async throws {
        let liam = Given.sent("i", to: "liam")
        let response = InvitedPeople(invited: [liam], refused: [RefusedInvitee(userID: "cem", code: .notFound)])
        var withdrawn = liam.invitation
        withdrawn.state = .withdrawn
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m/invitations?limit=20", response: try Given.page([SentInvitation]())),
            .expect(.post, "/api/meetups/m/invitations", response: try .success(response)),
            .expect(.post, "/api/meetups/invitations/i/withdraw", response: try .success(Keyed(withdrawn))),
        ])
        let model = try SharedMeetups(stub).sent()
        await model.invitations.load()
        #expect(await model.invite([]) == .skipped)
        #expect(await model.invite(["liam", "cem", "liam"], until: Given.hours(3), companions: 1) == .done)
        #expect(model.invitations.known == [liam] && model.refused == response.refused && !model.isInviting)
        let body = try OrbitJSON.decoder.decode(InvitePeopleRequest.self, from: await stub.requests[1].body)
        #expect(body == InvitePeopleRequest(userIDs: ["liam", "cem"], respondBy: Given.hours(3), companions: 1))
        #expect(await model.withdraw(liam) == .done)
        let shown = try #require(model.invitations.known.first)
        #expect(shown.invitation.state == .withdrawn)
        #expect(await model.withdraw(shown) == .skipped)
        try await stub.finish()
    }

    @Test func `a host removes a guest, and a failure restores the guest`() async throws {
        let (host, liam) = (Given.attendee("maya", .host, since: -5), Given.attendee("liam", .going))
        var removed = liam.attendance
        removed.state = .removed
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m/attendees?limit=20", response: try Given.page([host, liam])),
            .expect(.post, "/api/meetups/m/attendees/liam/remove", error: .cannotConnect),
            .expect(.post, "/api/meetups/m/attendees/liam/remove", response: try .success(Keyed(removed))),
        ])
        let model = try SharedMeetups(stub).attendees(isHost: true)
        await model.attendees.load()
        #expect(model.canRemove(liam) && !model.canRemove(host))
        #expect(await model.remove(liam).failure?.kind == .unreachable)
        #expect(model.attendees.known == [host, liam])
        #expect(await model.remove(liam) == .done)
        #expect(model.attendees.known == [host])
        #expect(await model.remove(host) == .skipped)
        try await stub.finish()
    }

    @Test func `a hidden guest leaves the list, and a guest cannot remove attendees`() async throws {
        let stub = StubTransport([
            .expect(
                .get, "/api/meetups/m/attendees?limit=20",
                response: try Given.page([Given.attendee("maya", since: -1), Given.attendee("liam")]))
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.attendees(isHost: false)
        await model.attendees.load()
        #expect(await model.remove(Given.attendee("liam")) == .skipped)
        shared.receive(1, LogEvent(.personHidden, subject: "liam"))
        #expect(model.attendees.known.map(\.id) == ["maya"])
        let waiting = Given.attendee("cem", .waiting)
        shared.receive(
            2,
            LogEvent(
                .meetupAttendeeChanged,
                data: ChangedAttendee(meetupID: "m", attendance: waiting.attendance, person: waiting.person)))
        #expect(model.attendees.known.map(\.id) == ["maya"])
    }
}
