import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Guests of a meetup: joining, leaving, waiting, offers and check-in.
@Suite struct MeetupJoinTests {
    private let server = TestServer.onCampus()

    @Test func `a person who joins attends and sees the place, and host and guest get events`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        var joined: MeetupListing?
        let slices = try await server.slices(of: people) {
            let response = try await server.join(hosted.id, by: people[1], companions: 2, key: "k")
            joined = try response.payload(MeetupListing.self)
            #expect(try response.receipt().events.map(\.kind) == [.meetupChanged, .meetupAttendeeChanged])
        }
        #expect(joined?.meetup.attendance == .going)
        #expect(joined?.meetup.goingCount == 4)
        #expect(joined?.meetup.plan.place.room == "R-17")
        #expect(slices[0].events.map(\.kind) == [.meetupAttendeeChanged, .meetupChanged])
        #expect(slices[0].events.map(\.subject) == [people[1].id, nil])
        let attendees = try await server.attendees(hosted.id, as: people[1])
        #expect(attendees.map(\.attendance.state) == [.host, .going])
        #expect(attendees.map(\.id) == people.map(\.id))
        #expect(try await server.mine(people[1]).map(\.meetup.attendance) == [.going])
    }

    @Test func `a person who joins twice, with the same key or without, counts once`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        let first = try await server.join(hosted.id, by: people[1], key: "a")
        #expect(try await server.join(hosted.id, by: people[1], key: "a").body == first.body)
        #expect(try await server.joined(hosted.id, by: people[1], companions: 3) == .going)
        #expect(try await server.meetup(hosted.id, as: people[0]).goingCount == 2)
    }

    @Test func `a person waits in line for a full meetup and is offered the next free place`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 2 }
        var states: [AttendanceState] = []
        for person in people.dropFirst() { states.append(try await server.joined(hosted.id, by: person)) }
        #expect(states == [.going, .waiting, .waiting, .waiting])
        let slices = try await server.slices(of: people) {
            _ = try await server.attend("leave", hosted.id, by: people[1])
        }
        #expect(slices.map { $0.events.count } == [3, 2, 1, 0, 0])
        let offered = try await server.meetup(hosted.id, as: people[2])
        #expect(offered.attendance == .offered)
        #expect(offered.offerExpiresAt == server.after(hours: 12))
        #expect(!offered.plan.place.isExact)
        #expect(offered.goingCount == 2)
        // The reserved place is available only to the person with the offer.
        #expect(try await server.joined(hosted.id, by: people[1]) == .waiting)
        #expect(try await server.attend("take-offer", hosted.id, by: people[3]).status == 403)
        #expect(try await server.attend("take-offer", hosted.id, by: people[2]).status == 200)
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .going)
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .waiting)
        #expect(try await server.attend("leave", hosted.id, by: people[3]).status == 200)
        #expect(try await server.attend("leave", hosted.id, by: people[2]).status == 200)
        #expect(try await server.attendance(at: hosted.id, of: people[4]) == .offered)
    }

    @Test func `a person who joins with companions from an offer takes only the places that were offered`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 4 }
        #expect(try await server.joined(hosted.id, by: people[1], companions: 2) == .going)
        #expect(try await server.joined(hosted.id, by: people[2]) == .waiting)
        _ = try await server.attend("leave", hosted.id, by: people[1])
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .offered)
        #expect(try await server.joined(hosted.id, by: people[2], companions: 2) == .going)
        #expect(try await server.meetup(hosted.id, as: people[0]).goingCount == 2)
    }

    @Test func `an expired offer passes to the next person in line when due work runs`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 2 }
        for person in people[1...3] { try await server.joined(hosted.id, by: person) }
        _ = try await server.attend("leave", hosted.id, by: people[1])
        try await server.deferringWork {
            try await server.advanceTime(hours: 12, &people)
            #expect(try await server.attendance(at: hosted.id, of: people[2]) == .unrelated)
            #expect(try await server.mine(people[2]).isEmpty)
            #expect(try await server.attend("take-offer", hosted.id, by: people[2]).status == 403)
        }
        let slices = try await server.slices(of: people) { try await server.backend.runScheduledWork() }
        #expect(slices[3].events.map(\.kind) == [.meetupChanged])
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .offered)
        #expect(try await server.meetup(hosted.id, as: people[0]).waitingCount == 0)
    }

    @Test func `places that become free are offered to every waiting party that fits`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 4 }
        #expect(try await server.joined(hosted.id, by: people[1], companions: 2) == .going)
        #expect(try await server.joined(hosted.id, by: people[2], companions: 1) == .waiting)
        #expect(try await server.joined(hosted.id, by: people[3]) == .waiting)
        #expect(try await server.join(hosted.id, by: people[0]).code == .forbidden)
        _ = try await server.attend("leave", hosted.id, by: people[1])
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .offered)
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .offered)
        #expect(try await server.meetup(hosted.id, as: people[0]).goingCount == 4)
    }

    @Test func `a party too large for the free places waits, and a smaller party behind it is offered a place`()
        async throws
    {
        let people = try await server.members("maya", "liam", "kim", "ana", "noor")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 4 }
        #expect(try await server.joined(hosted.id, by: people[1]) == .going)
        #expect(try await server.joined(hosted.id, by: people[2], companions: 1) == .going)
        #expect(try await server.joined(hosted.id, by: people[3], companions: 2) == .waiting)
        #expect(try await server.joined(hosted.id, by: people[4]) == .waiting)
        // One place is free. The first party in line needs three.
        _ = try await server.attend("leave", hosted.id, by: people[1])
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .waiting)
        #expect(try await server.attendance(at: hosted.id, of: people[4]) == .offered)
        let meetup = try await server.meetup(hosted.id, as: people[0])
        #expect((meetup.goingCount, meetup.waitingCount) == (4, 1))
        // Two more places are still too few.
        _ = try await server.attend("leave", hosted.id, by: people[2])
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .waiting)
        _ = try await server.attend("leave", hosted.id, by: people[4])
        #expect(try await server.attendance(at: hosted.id, of: people[3]) == .offered)
    }

    @Test
    func `parties keep their order in line, and a smaller party is offered places that a larger party cannot take`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 4 }
        #expect(try await server.joined(hosted.id, by: people[1], companions: 1) == .going)
        #expect(try await server.joined(hosted.id, by: people[2], companions: 1) == .waiting)
        #expect(try await server.joined(hosted.id, by: people[3]) == .offered)
        #expect(try await server.meetup(hosted.id, as: people[0]).goingCount == 4)
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .waiting)
    }

    @Test func `a join that can never be accepted is refused, and the person's standing remains absent`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 3 }
        #expect(try await server.join(hosted.id, by: people[1], companions: 2).code == .meetupFull)
        #expect(try await server.join(hosted.id, by: people[1], companions: 4).code == .invalidInput)
        #expect(try await server.join(hosted.id, by: people[1], companions: -1).code == .invalidInput)
        let text = String(repeating: "x", count: 281)
        #expect(try await server.join(hosted.id, by: people[1], message: text).code == .invalidInput)
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .unrelated)
    }

    @Test func `a guest who leaves 12 hours before the start is recorded as a late cancellation`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(inHours: 20, by: people[0])
        for person in people.dropFirst() { try await server.joined(hosted.id, by: person) }
        _ = try await server.attend("leave", hosted.id, by: people[1])
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .cancelled)
        try await server.advanceTime(hours: 8, &people)
        _ = try await server.attend("leave", hosted.id, by: people[2])
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .cancelledLate)
        #expect(try await server.attend("leave", hosted.id, by: people[2]).status == 200)
        #expect(try await server.meetup(hosted.id, as: people[0]).goingCount == 1)
    }

    @Test func `joining ends at the deadline, and check-in opens around the start`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(inHours: 10, by: people[0]) { $0.joinBy = server.after(hours: 5) }
        try await server.joined(hosted.id, by: people[1])
        #expect(try await server.attend("check-in", hosted.id, by: people[1]).code == .notInTime)
        try await server.advanceTime(hours: 5, &people)
        let late = try await server.join(hosted.id, by: people[2])
        #expect(late.code == .notInTime)
        #expect(late.problem?.details["until"] == .text("2027-01-15T13:00:00Z"))
        try await server.advanceTime(hours: 6, &people)
        #expect(try await server.attend("check-in", hosted.id, by: people[2]).code == .notAttending)
        #expect(try await server.attend("check-in", hosted.id, by: people[1]).status == 200)
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .checkedIn)
        try await server.advanceTime(hours: 24 * 13, &people)
        #expect(try await server.mine(people[1]).map(\.meetup.status) == [.finished])
        #expect(try await server.mine(people[0]).count == 1)
        #expect(try await server.mine(people[2]).isEmpty)
        #expect(try await server.join(hosted.id, by: people[2]).code == .meetupOver)
        try await server.advanceTime(hours: 48, &people)
        #expect(try await server.mine(people[1]).isEmpty)
    }

    @Test func `a guest who does not check in is recorded as a no-show`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(inHours: 10, by: people[0])
        try await server.joined(hosted.id, by: people[1])
        try await server.advanceTime(hours: 13, &people)
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .noShow)
        #expect(try await server.attendees(hosted.id, as: people[0]).map(\.attendance.state) == [.host, .noShow])
        _ = try await server.poke(people[2].id, by: people[0])
        #expect(try await server.attendees(hosted.id, as: people[0]).map(\.attendance.state) == [.host, .noShow])
        #expect(
            try await server.send(.get, "/meetups/\(hosted.id)/attendees", token: people[1].token).code
                == .notAttending)
    }

    @Test func `a guest removed by the host cannot join again`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 2 }
        for person in people.dropFirst() { try await server.joined(hosted.id, by: person) }
        func remove(_ id: UserID, by member: Member) async throws -> HTTPResponse {
            try await server.send(.post, "/meetups/\(hosted.id)/attendees/\(id)/remove", token: member.token)
        }
        #expect(try await remove(people[2].id, by: people[1]).code == .forbidden)
        #expect(try await remove(people[0].id, by: people[0]).code == .forbidden)
        let unknown = try await remove("nobody", by: people[0])
        #expect(unknown.code == .notFound)
        let stranger = try #require(try await server.members("noor").first)
        #expect(try await remove(stranger.id, by: people[0]).body == unknown.body)
        #expect(try await remove(people[1].id, by: people[0]).payload(Keyed<Attendance>.self).value.state == .removed)
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .offered)
        #expect(try await server.join(hosted.id, by: people[1]).code == .notAttending)
        #expect(try await remove(people[1].id, by: people[0]).status == 200)
        #expect(try await server.meetup(hosted.id, as: people[1]).plan.place.isExact == false)
    }

    @Test func `joining and leaving one meetup repeatedly is rate limited`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        for _ in 0..<6 {
            try await server.joined(hosted.id, by: people[1])
            _ = try await server.attend("leave", hosted.id, by: people[1])
        }
        #expect(try await server.join(hosted.id, by: people[1]).code == .rateLimited)
    }

    @Test func `attendees are listed in pages by the time of joining`() async throws {
        let people = try await server.members(["maya"] + (0..<7).map { "guest\($0)" })
        let hosted = try await server.host(by: people[0])
        for person in people.dropFirst() {
            server.clock.advance(by: .seconds(1))
            try await server.joined(hosted.id, by: person)
        }
        var (found, cursor): ([UserID], String?) = ([], nil)
        repeat {
            let query = "?limit=3" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = try await server.send(.get, "/meetups/\(hosted.id)/attendees\(query)", token: people[3].token)
                .payload(Page<AttendeeListing>.self)
            found += page.list.elements.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        #expect(found == people.map(\.id))
    }
}
