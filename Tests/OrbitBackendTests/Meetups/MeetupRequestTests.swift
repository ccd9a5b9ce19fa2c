import Foundation
import Meetups
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Requests to the host, and invitations.
@Suite struct MeetupRequestTests {
    private let server = TestServer.onCampus()

    private func hosted(by host: Member, capacity: Int? = nil) async throws -> MeetupID {
        try await server.host(by: host) {
            $0.approval = .host
            $0.capacity = capacity
        }.id
    }

    @Test func `a request to join waits until the host approves or declines`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await hosted(by: people[0])
        let slices = try await server.slices(of: people) {
            let asked = try await server.join(id, by: people[1], message: "  Hello  ", companions: 1)
            #expect(try asked.payload(MeetupListing.self).meetup.attendance == .requested)
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.meetupRequestReceived], [.meetupChanged], []])
        _ = try await server.joinNext(id, by: people[2])
        let waiting = try await server.requests(people[0])
        #expect(waiting.map(\.person.id) == [people[1].id, people[2].id])
        #expect(waiting[0].request.message == "Hello")
        #expect(waiting[0].meetupTitle == "Chess")
        #expect(try await server.requests(people[1]).isEmpty)
        #expect(try await server.decide("approve", waiting[0].id, by: people[1]).code == .notFound)
        let approved = try await server.slices(of: people) {
            let decided = try await server.decide("approve", waiting[0].id, by: people[0])
            #expect(try decided.payload(Keyed<JoinRequest>.self).value.status == .approved)
        }
        #expect(approved[0].events.map(\.kind) == [.meetupRequestClosed, .meetupAttendeeChanged, .meetupChanged])
        #expect(approved[1].events.map(\.kind) == [.meetupChanged, .meetupAttendeeChanged])
        #expect(try await server.meetup(id, as: people[0]).goingCount == 3)
        for id in [waiting[1].id, "nothing"] {
            let body = DeclineRequestRequest(reason: DeclineReason(rawValue: "no"))
            let unknown = try await server.post("/meetups/requests/\(id)/decline", body, token: people[0].token)
            #expect(unknown.problem?.fields.map(\.path) == ["reason"])
        }
        for _ in 0..<2 { #expect(try await server.decide("decline", waiting[1].id, by: people[0]).status == 200) }
        #expect(try await server.decide("approve", waiting[1].id, by: people[0]).code == .alreadyDecided)
        #expect(try await server.attendance(at: id, of: people[2]) == .declined)
        #expect(try await server.join(id, by: people[2]).code == .notAttending)
        #expect(try await server.requests(people[0]).isEmpty)
    }

    @Test func `an approved request for a full meetup leaves the person waiting`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await hosted(by: people[0], capacity: 2)
        for person in people.dropFirst() { _ = try await server.joinNext(id, by: person) }
        for request in try await server.requests(people[0]) {
            #expect(try await server.decide("approve", request.id, by: people[0]).status == 200)
        }
        #expect(try await server.attendance(at: id, of: people[1]) == .going)
        #expect(try await server.attendance(at: id, of: people[2]) == .waiting)
    }

    @Test func `a withdrawn or expired request leaves the host's list and cannot be approved`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 200, by: people[0]) { $0.approval = .host }.id
        for person in people.dropFirst() { _ = try await server.joinNext(id, by: person) }
        let requests = try await server.requests(people[0])
        _ = try await server.attend("leave", id, by: people[1])
        #expect(try await server.requests(people[0]).map(\.person.id) == [people[2].id])
        #expect(try await server.decide("approve", requests[0].id, by: people[0]).code == .alreadyDecided)
        try await server.advanceTime(hours: 72, &people)
        #expect(try await server.requests(people[0]).isEmpty)
        #expect(try await server.attendance(at: id, of: people[2]) == .expired)
        #expect(try await server.decide("approve", requests[1].id, by: people[0]).code == .alreadyDecided)
        let again = try await server.join(id, by: people[2])
        #expect(try again.payload(MeetupListing.self).meetup.attendance == .requested)
        #expect(try await server.requests(people[0]).count == 1)
    }

    @Test func `one invitation request invites valid people and refuses all others with the same code`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        _ = try await server.block(people[0].id, by: people[3])
        let id = try await hosted(by: people[0])
        _ = try await server.join(id, by: people[2])
        let ids = [people[1].id, people[1].id, people[2].id, people[3].id, people[0].id, "nobody"]
        let slices = try await server.slices(of: people) {
            let came = try await server.invite(ids, to: id, by: people[0]).payload(InvitedPeople.self)
            #expect(came.invited.elements.map(\.person.id) == [people[1].id, people[2].id])
            #expect(came.refused.map(\.userID) == [people[3].id, people[0].id, "nobody"])
            #expect(Set(came.refused.map(\.code)) == [.notFound])
        }
        #expect(slices[1].events.map(\.kind) == [.meetupInvited, .meetupChanged])
        #expect(slices[2].events.map(\.kind) == [.meetupChanged, .meetupAttendeeChanged])
        #expect(slices[3].events.isEmpty)
        #expect(try await server.attendance(at: id, of: people[2]) == .going)
        #expect(try await server.invitations(people[1]).map(\.meetup.attendance) == [.invited])
        #expect(try await server.invite([people[1].id], to: id, by: people[1]).code == .forbidden)
    }

    @Test func `an invitation-only meetup is hidden from other people, and a yes makes the invitee attend`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        let unknown = try await server.read("nothing", as: people[2])
        #expect(try await server.read(id, as: people[1]).body == unknown.body)
        #expect(try await server.join(id, by: people[1]).body == unknown.body)
        _ = try await server.invite([people[1].id], to: id, by: people[0])
        #expect(try await server.meetup(id, as: people[1]).attendance == .invited)
        #expect(try await server.browse(people[1]).list.elements.isEmpty)
        #expect(try await server.mine(people[1]).map(\.id) == [id])
        let invitation = try #require(try await server.invitations(people[1]).first)
        #expect(invitation.inviter.id == people[0].id)
        #expect(try await server.reply(.yes, to: invitation.id, by: people[2]).code == .notFound)
        #expect(try await server.reply(.yes, to: invitation.id, by: people[1], companions: 1).code == .invalidInput)
        #expect(try await server.reply(.pending, to: invitation.id, by: people[1]).code == .invalidInput)
        _ = try await server.reply(.maybe, to: invitation.id, by: people[1])
        #expect(try await server.invitations(people[1]).map(\.invitation.reply) == [.maybe])
        let repeated = try await server.slices(of: people) {
            _ = try await server.reply(.maybe, to: invitation.id, by: people[1])
        }
        #expect(repeated.map(\.events.count) == people.map { _ in 0 })
        let slices = try await server.slices(of: people) {
            let replied = try await server.reply(.yes, to: invitation.id, by: people[1])
                .payload(ReceivedInvitation.self)
            #expect(replied.invitation.reply == .yes)
            #expect(replied.meetup.attendance == .going)
        }
        #expect(
            slices[1].events.map(\.kind) == [.meetupInvitationClosed, .meetupChanged, .meetupAttendeeChanged])
        #expect(
            slices[0].events.map(\.kind) == [.meetupInvitationChanged, .meetupAttendeeChanged, .meetupChanged])
        #expect(try await server.invitations(people[1]).isEmpty)
        #expect(try await server.read(id, as: people[2]).body == unknown.body)
    }

    @Test func `a withdrawn or expired invitation cannot be accepted and hides the meetup again`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        _ = try await server.invite(people.dropFirst().map(\.id), to: id, by: people[0])
        let first = try #require(try await server.invitations(people[1]).first?.id)
        let second = try #require(try await server.invitations(people[2]).first?.id)
        func withdraw(_ id: InvitationID, by member: Member) async throws -> HTTPResponse {
            try await server.send(.post, "/meetups/invitations/\(id)/withdraw", token: member.token)
        }
        #expect(try await withdraw(first, by: people[1]).code == .notFound)
        let slices = try await server.slices(of: people) {
            _ = try await withdraw(first, by: people[0])
        }
        #expect(slices[1].events.map(\.kind) == [.meetupInvitationClosed, .meetupGone])
        #expect(try await withdraw(first, by: people[0]).status == 200)
        #expect(try await server.reply(.yes, to: first, by: people[1]).code == .invitationOver)
        #expect(try await server.read(id, as: people[1]).code == .notFound)
        let sent = try await server.send(.get, "/meetups/\(id)/invitations", token: people[0].token)
            .payload(Page<SentInvitation>.self)
        #expect(Set(sent.list.elements.map(\.invitation.state)) == [.withdrawn, .open])
        try await server.advanceTime(hours: 48, &people)
        #expect(try await server.invitations(people[2]).isEmpty)
        #expect(try await server.reply(.yes, to: second, by: people[2]).status == 409)
        #expect(try await server.read(id, as: people[2]).code == .notFound)
    }

    @Test func `one host invites one person at most five times a day`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 96, by: people[0]).id
        func invite(_ index: Int) async throws -> InvitedPeople {
            try await server.invite([people[index].id], to: id, by: people[0]).payload(InvitedPeople.self)
        }
        for _ in 0..<5 {
            let invitation = try #require(try await invite(1).invited.elements.first?.invitation.id)
            _ = try await server.send(.post, "/meetups/invitations/\(invitation)/withdraw", token: people[0].token)
        }
        #expect(try await invite(1).refused.map(\.code) == [.rateLimited])
        #expect(try await invite(2).refused.isEmpty)
        try await server.advanceTime(hours: 24, &people)
        #expect(try await invite(1).refused.isEmpty)
    }

    @Test func `a meetup whose visibility is a link is found and joined only with that link`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(by: people[0]) { $0.visibility = .link }
        let link = try #require(hosted.link)
        #expect(try await server.browse(people[1]).list.elements.isEmpty)
        #expect(try await server.read(hosted.id, as: people[1]).code == .notFound)
        #expect(try await server.read(hosted.id, as: people[1], query: "?link=x").code == .notFound)
        let seen = try await server.read(hosted.id, as: people[1], query: "?link=\(link)")
            .payload(MeetupListing.self)
        #expect(seen.link == nil)
        #expect(try await server.join(hosted.id, by: people[1]).code == .notFound)
        #expect(try await server.join(hosted.id, by: people[1], query: "?link=\(link)").status == 200)
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .going)
        // A guest who has left needs the link again.
        let slices = try await server.slices(of: people) {
            _ = try await server.attend("leave", hosted.id, by: people[1])
        }
        #expect(slices[1].events.map(\.kind) == [.meetupGone, .meetupAttendeeChanged])
        #expect(try await server.read(hosted.id, as: people[1]).code == .notFound)
    }
}
