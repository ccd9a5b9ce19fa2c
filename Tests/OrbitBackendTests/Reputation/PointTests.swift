import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PointTests {
    private let server = TestServer.onCampus()

    @Test func `each action earns points once, and the total is the sum of the log`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        #expect(try await server.points(people[1]) == [])
        let id = try await server.host(by: people[0]).id
        for guest in people[1...] { try await server.joined(id, by: guest) }
        try await server.pass(hours: 48, &people)
        for _ in 0..<2 { #expect(try await server.attend("check-in", id, by: people[1]).status == 200) }
        #expect(try await server.points(people[1]).map(\.point.reason) == [.checkedIn])
        try await server.pass(hours: 3, &people)
        for _ in 0..<2 { try await server.processScheduledRecords() }
        let log = try await server.points(people[1])
        #expect(log.map(\.point.reason) == [.keptMeetup, .checkedIn] && log.map(\.number) == [2, 1])
        #expect(log.first?.total == SocialPointRules.total(of: log.map(\.point)))
        #expect(try await server.points(people[0]).map(\.point.reason) == [.hostedMeetup])
        #expect(try await server.points(people[2]) == [])
        #expect(log.allSatisfy { $0.point.meetupID == id })
    }

    @Test func `a meetup earns points only once, even after 149 other meetups`() async throws {
        let ana = try await server.members("ana")[0].id
        for day in 0...150 {
            let meetup = MeetupID("\(day == 150 ? 0 : day)")
            try await server.backend.context.commit(
                at: server.clock.date.addingTimeInterval(86_400 * Double(day))
            ) { try PointRecord.earn(.keptMeetup, by: ana, at: meetup, in: $0) }
        }
        let latest = IndexQuery(PointRecord.byPerson, group: ana.rawValue, order: .descending, limit: 1)
        let last = try await server.store.read { try $0.list(PointRecord.self, latest).first }
        #expect(last?.earned.number == 150 && last?.earned.point.meetupID == "149")
    }

    @Test func `points beyond the largest total are not earned`() async throws {
        let ana = try await server.members("ana")[0].id
        let now = server.clock.date
        let earlier = SocialPoint(
            reason: .keptMeetup, points: 10, at: now.addingTimeInterval(-30 * 86_400), meetupID: "0")
        let first = PointRecord(
            userID: ana, earned: EarnedPoints(number: 1, point: earlier, total: Int.max - 10))
        try await server.store.transaction { try $0.put(first) }
        for meetup in ["1", "2"] as [MeetupID] {
            try await server.backend.context.commit(at: now) {
                try PointRecord.earn(.keptMeetup, by: ana, at: meetup, in: $0)
            }
        }
        let log = IndexQuery(PointRecord.byPerson, group: ana.rawValue)
        let totals = try await server.store.read { try $0.list(PointRecord.self, log).map(\.earned.total) }
        #expect(totals == [Int.max - 10, Int.max])
    }

    @Test func `two accounts earn few points from each other, and at most the daily limit`() async throws {
        var people = try await server.members("ana", "ben")
        var all: [MeetupID] = []
        for number in 0..<6 {
            all.append(try await server.host(inHours: 24 + Double(number), lasting: 0.5, by: people[0]).id)
        }
        for id in all { try await server.joined(id, by: people[1]) }
        try await server.pass(hours: 23.9, &people)
        for id in all {
            _ = try await server.attend("check-in", id, by: people[1])
            try await server.pass(hours: 1, &people)
        }
        try await server.pass(hours: 3, &people)
        try await server.processScheduledRecords()
        let (host, guest) = (try await server.points(people[0]), try await server.points(people[1]))
        #expect(host.map(\.point.reason) == [.hostedMeetup, .hostedMeetup])
        #expect(guest.count { $0.point.reason == .keptMeetup } <= 3)
        for log in [host, guest] {
            let total = SocialPointRules.total(of: log.map(\.point))
            #expect(total == log.first?.total && total <= 2 * SocialPointRules.standard.maxPerDay)
        }
    }

    @Test func `a guest earns points for three meetups of one host, and again for one of another host`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        // There are two days between the meetups, so the limits of a day and of a week are not reached.
        for _ in 0..<5 {
            try await server.holdMeetup(&people, host: 0, guests: [1], checkedIn: [1])
            try await server.processScheduledRecords()
        }
        let kept = try await server.points(people[1]).filter { $0.point.reason == .keptMeetup }
        #expect(kept.map(\.point.points) == [10, 10, 10])
        #expect(try await server.attendance(people[1]).counts.kept == 5)
        try await server.holdMeetup(&people, host: 2, guests: [1], checkedIn: [1])
        try await server.processScheduledRecords()
        #expect(try await server.points(people[1]).count { $0.point.reason == .keptMeetup } == 4)
    }

    @Test func `a host with n different guests earns points for n + 1 meetups`() async throws {
        for (guests, earned) in [([1, 1, 1, 1], 2), ([1, 2, 1, 1], 3)] {
            let server = TestServer.onCampus()
            var people = try await server.members("ana", "ben", "cem")
            for guest in guests {
                try await server.holdMeetup(&people, host: 0, guests: [guest], checkedIn: [guest])
                try await server.processScheduledRecords()
            }
            let hosted = try await server.points(people[0]).filter { $0.point.reason == .hostedMeetup }
            #expect(hosted.map(\.point.points) == Array(repeating: 15, count: earned))
        }
    }
}
