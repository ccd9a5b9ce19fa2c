import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The limits, deadlines and companions of invitations.
@Suite struct InvitationRuleTests {
    private let server = TestServer.onCampus()

    private func invite(_ body: InvitePeopleRequest, to id: MeetupID, by host: Member) async throws -> HTTPResponse {
        try await server.post("/meetups/\(id)/invitations", body, token: host.token)
    }

    private func sent(_ id: MeetupID, by host: Member) async throws -> [Invitation] {
        try await server.send(.get, "/meetups/\(id)/invitations", token: host.token)
            .payload(Page<SentInvitation>.self).list.elements.map(\.invitation)
    }

    @Test func `an invitation lasts until its deadline, but not longer than people may join`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.joinBy = server.after(hours: 40) }.id
        for (guest, hours, deadline) in [(1, 10.0, 10.0), (2, 45.0, 40.0)] {
            let body = InvitePeopleRequest(userIDs: [people[guest].id], respondBy: server.after(hours: hours))
            let invited = try await invite(body, to: id, by: people[0]).payload(InvitedPeople.self)
            #expect(invited.invited.elements.map(\.invitation.respondBy) == [server.after(hours: deadline)])
        }
        // The server has not written the change yet.
        let states = try await server.deferringWork {
            try await server.pass(hours: 10, &people)
            return try await sent(id, by: people[0]).map { "\($0.inviteeID) \($0.state.rawValue)" }
        }
        #expect(Set(states) == ["\(people[1].id) lapsed", "\(people[2].id) open"])
    }

    /// The parts of an invitation that the server checks.
    enum Part: CaseIterable {
        case noPeople, tooManyPeople, companions, role, deadline
    }

    @Test(arguments: Part.allCases)
    func `an invalid invitation is refused with the path of the field`(_ part: Part) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        var (body, path) = (InvitePeopleRequest(userIDs: [people[1].id]), "user_ids")
        switch part {
        case .noPeople: body.userIDs = []
        case .tooManyPeople: body.userIDs = (0...100).map { UserID("\($0)") }
        case .companions: (body.companions, path) = (4, "companions")
        case .role: (body.role, path) = (InvitationRole(rawValue: "guest of honour"), "role")
        case .deadline: (body.respondBy, path) = (server.clock.date, "respond_by")
        }
        let response = try await invite(body, to: id, by: people[0])
        #expect(response.code == .invalidInput)
        #expect(response.problem?.fields.map(\.path) == [path])
        #expect(try await sent(id, by: people[0]).isEmpty)
    }

    @Test func `a meetup that is cancelled or past its deadline has no new invitations, replies or removals`()
        async throws
    {
        var people = try await server.members("maya", "liam", "ana")
        let closing = try await server.host(inHours: 10, by: people[0]) { $0.joinBy = server.after(hours: 5) }.id
        let cancelled = try await server.host(by: people[0]).id
        try await server.joined(cancelled, by: people[2])
        #expect(try await server.invite([people[1].id], to: cancelled, by: people[0]).status == 200)
        let invitation = try #require(try await server.invitations(people[1]).first).id
        // Every reader sees the cancellation before the guests are notified.
        try await server.deferringWork {
            let response = try await server.cancel(cancelled, by: people[0])
            #expect(response.status == 200)
            let invitations = try await server.invitations(people[1])
            #expect(invitations.isEmpty)
        }
        #expect(try await server.invite([people[1].id], to: cancelled, by: people[0]).code == .meetupOver)
        #expect(try await server.reply(.yes, to: invitation, by: people[1]).code == .meetupOver)
        let removal = try await server.send(
            .post, "/meetups/\(cancelled)/attendees/\(people[2].id)/remove", token: people[0].token)
        #expect(removal.code == .meetupOver)
        try await server.pass(hours: 5, &people)
        #expect(try await server.invite([people[1].id], to: closing, by: people[0]).code == .notInTime)
    }

    @Test func `an invited person is not invited twice, and a yes cannot become a no`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        let slices = try await server.slices(of: people) {
            let invited = try await server.invite([people[1].id], to: id, by: people[0])
            #expect(invited.status == 200)
        }
        #expect(slices[0].events.map(\.kind) == [.meetupInvitationChanged])
        let again = try await server.invite([people[1].id], to: id, by: people[0]).payload(InvitedPeople.self)
        #expect(again.refused.map(\.code) == [.alreadyDecided])
        let invitations = try await sent(id, by: people[0])
        let invitation = try #require(invitations.first).id
        #expect(invitations.count == 1)
        let maybe = try await server.slices(of: people) {
            let replied = try await server.reply(.maybe, to: invitation, by: people[1])
            #expect(replied.status == 200)
        }
        #expect(maybe.map { $0.events.map(\.kind) } == [[.meetupInvitationChanged], [.meetupInvited]])
        for _ in 0..<2 { #expect(try await server.reply(.yes, to: invitation, by: people[1]).status == 200) }
        #expect(try await server.reply(.no, to: invitation, by: people[1]).code == .invitationOver)
        #expect(try await server.attendance(at: id, of: people[1]) == .going)
    }

    @Test func `a person who joins brings at most the companions of their invitation`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        #expect(try await server.invite([people[1].id], to: id, by: people[0], companions: 2).status == 200)
        #expect(try await server.join(id, by: people[1], companions: 3).code == .invalidInput)
        #expect(try await server.joined(id, by: people[1], companions: 2) == .going)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 4)
    }

    @Test func `an invitee cannot bring more people than the meetup has places for`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]) { $0.capacity = 3 }.id
        #expect(try await server.invite([people[1].id], to: id, by: people[0], companions: 3).status == 200)
        let invitation = try #require(try await server.invitations(people[1]).first).id
        let pending = try await server.reply(.pending, to: invitation, by: people[1], companions: 9)
        #expect(pending.problem?.fields.map(\.path) == ["reply"])
        #expect(try await server.reply(.yes, to: invitation, by: people[1], companions: 2).code == .meetupFull)
        #expect(try await server.reply(.yes, to: invitation, by: people[1], companions: 1).status == 200)
        #expect(try await server.attendance(at: id, of: people[1]) == .going)
    }

    @Test func `a meetup has at most 100 open invitations, and a host sends at most 200 a day`() async throws {
        let host = try await server.members("maya")[0]
        let crowd = try await server.crowd(201).map(\.id)
        var meetups: [MeetupID] = []
        for number in 0..<3 { meetups.append(try await server.host("\(number)", by: host).id) }
        func refusals(_ people: ArraySlice<UserID>, _ place: Int) async throws -> [ProblemCode] {
            try await server.invite(Array(people), to: meetups[place], by: host).payload(InvitedPeople.self)
                .refused.map(\.code)
        }
        #expect(try await refusals(crowd[..<100], 0) == [])
        #expect(try await refusals(crowd[100..<101], 0) == [.tooManyMeetups])
        #expect(try await refusals(crowd[100..<200], 1) == [])
        #expect(try await refusals(crowd[200...], 2) == [.rateLimited])
    }
}
