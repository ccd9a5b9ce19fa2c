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

/// Changes of attendances that are due when a request arrives, before scheduled work has written them.
@Suite struct DueChangeTests {
    private let server = TestServer.onCampus()

    /// A request that concerns a meetup.
    enum Deed: CaseIterable {
        case join, leave, remove, approve, invite, reply, withdraw, reconfirm
    }

    private func send(
        _ deed: Deed, _ id: MeetupID, _ request: JoinRequestID, _ invitation: InvitationID, _ people: [Member]
    ) async throws -> HTTPResponse {
        switch deed {
        case .join: return try await server.join(id, by: people[6])
        case .leave: return try await server.attend("leave", id, by: people[3])
        case .remove:
            return try await server.send(
                .post, "/meetups/\(id)/attendees/\(people[3].id)/remove", token: people[0].token)
        case .approve: return try await server.decide("approve", request, by: people[0])
        case .invite: return try await server.invite([people[6].id], to: id, by: people[0])
        case .reply: return try await server.reply(.no, to: invitation, by: people[5])
        case .withdraw:
            return try await server.send(.post, "/meetups/invitations/\(invitation)/withdraw", token: people[0].token)
        case .reconfirm: return try await server.attend("reconfirm", id, by: people[1])
        }
    }

    private func state(of guest: Member, at id: MeetupID) async throws -> AttendanceState? {
        try await server.store.read { try GuestRecord.of(guest.id, at: id, in: $0)?.state }
    }

    /// The offer expires after seven and a half hours, a quarter of the time until the start.
    @Test(arguments: Deed.allCases)
    func `a request that concerns a meetup ends an offer that has expired`(_ deed: Deed) async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim", "ben", "cem", "zoe")
        let id = try await server.host(inHours: 30, by: people[0]) { $0.capacity = 4 }.id
        for guest in people[1...3] { try await server.joined(id, by: guest) }
        #expect(try await server.joined(id, by: people[7]) == .waiting)
        #expect(try await server.attend("leave", id, by: people[2]).status == 200)
        try await server.expectEdit(id, by: people[0], status: 200) { $0.approval = .host }
        #expect(try await server.joined(id, by: people[4]) == .requested)
        let request = try #require(try await server.requests(people[0]).first).id
        #expect(try await server.invite([people[5].id], to: id, by: people[0]).status == 200)
        let invitation = try #require(try await server.invitations(people[5]).first).id
        #expect(try await state(of: people[7], at: id) == .offered)
        let response = try await server.deferringWork {
            try await server.pass(hours: 8, &people)
            return try await send(deed, id, request, invitation, people)
        }
        #expect(response.status == 200)
        #expect(try await state(of: people[7], at: id) == .unrelated)
    }

    @Test func `a reconfirmation gives the place of an expired offer to the next person in line`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let id = try await server.host(inHours: 30, by: people[0]) { $0.capacity = 3 }.id
        for guest in people[1...4] { try await server.joined(id, by: guest) }
        #expect(try await server.attend("leave", id, by: people[2]).status == 200)
        #expect(try await state(of: people[3], at: id) == .offered)
        let response = try await server.deferringWork {
            try await server.pass(hours: 8, &people)
            return try await server.attend("reconfirm", id, by: people[1])
        }
        #expect(response.status == 200)
        #expect(try await state(of: people[3], at: id) == .unrelated)
        #expect(try await state(of: people[4], at: id) == .offered)
    }

    @Test func `an attendance that is due before the job of an edit follows the new time`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 10, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.deferringWork {
            try await server.expectEdit(id, by: people[0], status: 200) {
                ($0.start, $0.end) = ($0.start?.addingTimeInterval(259_200), $0.end?.addingTimeInterval(259_200))
            }
            try await server.pass(hours: 13, &people)
            try await server.processScheduledRecords()
        }
        let guest = people[1].id
        let (span, record) = try await server.store.read { reader in
            (try MeetupRecord.of(id, in: reader)?.plan.span, try GuestRecord.of(guest, at: id, in: reader))
        }
        #expect(record?.state == .going)
        #expect(record?.span == span)
    }

    @Test func `a place that a block frees after the start is not offered`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 2, by: people[0]) { $0.capacity = 2 }.id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        let response = try await server.deferringWork {
            try await server.pass(hours: 2.25, &people)
            return try await server.block(people[1].id, by: people[0])
        }
        #expect(response.status == 200)
        #expect(try await state(of: people[1], at: id) == .removed)
        #expect(try await state(of: people[2], at: id) == .waiting)
    }

    @Test func `a wait list is empty from the start on, before the server writes the change`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 2, by: people[0]) { $0.capacity = 2 }.id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        var counts: [Int] = []
        try await server.deferringWork {
            for seconds in [7_199, 1] {
                server.clock.advance(by: .seconds(seconds))
                try await server.renewSessions(of: &people)
                counts.append(try await server.meetup(id, as: people[0]).waitingCount)
            }
        }
        #expect(counts == [1, 0])
    }

    @Test func `an offer that would last beyond an earlier start takes no place from the start on`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 30, by: people[0]) { $0.capacity = 2 }.id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        #expect(try await server.attend("leave", id, by: people[1]).status == 200)
        let offered = try await server.meetup(id, as: people[2])
        #expect(offered.offerExpiresAt == server.after(hours: 7.5))
        try await server.expectEdit(id, by: people[0], status: 200) { $0.start = server.after(hours: 6) }
        var counts: [Int] = []
        try await server.deferringWork {
            for seconds in [21_599, 1] {
                server.clock.advance(by: .seconds(seconds))
                try await server.renewSessions(of: &people)
                counts.append(try await server.meetup(id, as: people[0]).goingCount)
            }
        }
        #expect(counts == [2, 1])
    }

    @Test func `a request expires after 72 hours, and was decided at that time`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 200, by: people[0]) { $0.approval = .host }.id
        try await server.joined(id, by: people[1])
        let (request, end) = (try #require(try await server.requests(people[0]).first).id, server.after(hours: 72))
        let waiting = try await server.deferringWork {
            try await server.pass(hours: 72, &people)
            return try await server.requests(people[0])
        }
        #expect(waiting.isEmpty)
        let late = end.addingTimeInterval(60)
        let shown = try await server.store.read { reader in
            let record = try #require(try reader.get(JoinRequestRecord.self, request.rawValue))
            return record.request(at: try #require(try MeetupRecord.of(id, in: reader)), now: late)
        }
        #expect(shown.status == .expired)
        #expect(shown.decidedAt == end)
    }
}
