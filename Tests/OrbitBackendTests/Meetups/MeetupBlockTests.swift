import Connections
import Foundation
import Meetups
import Networking
import OrbitModels
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The effects of a block on meetups.
@Suite struct MeetupBlockTests {
    private let server = TestServer.onCampus()

    @Test(arguments: [0, 1])
    func `a block between host and guest ends the guest's attendance, in either direction`(_ blocker: Int) async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.capacity = 2 }.id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        let slices = try await server.slices(of: people) {
            _ = try await server.block(people[1 - blocker].id, by: people[blocker])
        }
        #expect(slices[1].events.map(\.kind).filter { ![.personHidden, .blockAdded].contains($0) } == [])
        #expect(
            slices[0].events.map(\.kind)
                .filter { ![.personHidden, .blockAdded, .blockedAttendanceChanged].contains($0) }
                == [.meetupAttendeeChanged, .meetupChanged])
        #expect(try await server.attendance(at: id, of: people[2]) == .offered)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 2)
        let unknown = try await server.read("nothing", as: people[1])
        #expect(try await server.read(id, as: people[1]).body == unknown.body)
        #expect(try await server.join(id, by: people[1]).body == unknown.body)
        #expect(try await server.attend("leave", id, by: people[1]).body == unknown.body)
        #expect(try await server.mine(people[1]).isEmpty)
        #expect(try await server.browse(people[1]).list.elements.isEmpty)
        _ = try await server.unblock(people[1 - blocker].id, by: people[blocker])
        #expect(try await server.attendance(at: id, of: people[1]) == .removed)
    }

    @Test func `a repeated invitation request fails after an invitee has blocked the host`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        let body = InvitePeopleRequest(userIDs: [people[1].id, people[2].id])
        func invite() async throws -> HTTPResponse {
            try await server.post(
                "/meetups/\(id)/invitations", body, token: people[0].token, headers: [("Idempotency-Key", "again")])
        }
        let first = try await invite()
        #expect(first.status == 200)
        #expect(try await invite().payload(InvitedPeople.self) == first.payload(InvitedPeople.self))
        _ = try await server.block(people[0].id, by: people[2])
        #expect(try await invite().code == .notFound)
    }

    @Test func `requests and invitations close with a block`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let asked = try await server.host(by: people[0]) { $0.approval = .host }.id
        let invited = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        _ = try await server.join(asked, by: people[1])
        _ = try await server.invite([people[1].id], to: invited, by: people[0])
        let request = try #require(try await server.requests(people[0]).first)
        let invitation = try #require(try await server.invitations(people[1]).first)
        _ = try await server.block(people[0].id, by: people[1])
        #expect(try await server.requests(people[0]).isEmpty)
        #expect(try await server.invitations(people[1]).isEmpty)
        #expect(try await server.decide("approve", request.id, by: people[0]).code == .notFound)
        #expect(try await server.reply(.yes, to: invitation.id, by: people[1]).code == .notFound)
        _ = try await server.unblock(people[0].id, by: people[1])
        // The end of the block does not reopen the request and the invitation.
        #expect(try await server.requests(people[0]).isEmpty)
        #expect(try await server.invitations(people[1]).isEmpty)
        #expect(try await server.decide("approve", request.id, by: people[0]).code == .alreadyDecided)
        #expect(try await server.reply(.yes, to: invitation.id, by: people[1]).code == .invitationOver)
    }

    @Test func `a block between two guests ends neither attendance`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        for person in people.dropFirst() { _ = try await server.joinNext(id, by: person) }
        _ = try await server.block(people[1].id, by: people[2])
        #expect(try await server.attendance(at: id, of: people[1]) == .going)
        #expect(try await server.attendees(id, as: people[1]).map(\.id) == [people[0].id, people[1].id])
        #expect(try await server.attendees(id, as: people[0]).count == 3)
    }
}
