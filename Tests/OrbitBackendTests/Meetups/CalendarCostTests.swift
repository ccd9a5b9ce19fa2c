import Foundation
import ICalendar
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The cost of one read of a calendar, regardless of the number of meetups.
@Suite struct CalendarCostTests {
    private let store = CountingStore()

    /// Stores a person who attends `count` meetups of three hosts, and returns the token of the calendar.
    private func guest(
        of count: Int, on server: TestServer, plan change: (Int, inout MeetupPlan) -> Void = { _, _ in }
    ) async throws -> String {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let guest = people[3]
        let now = server.clock.date
        let plans = try (0..<count).map { number in
            let start = now.addingTimeInterval(3_600 * Double(number + 1))
            var plan = MeetupPlan(
                title: "Meetup \(number)", description: String(repeating: "We meet, and then we see. ", count: 8),
                eventType: .social, span: try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600))),
                timeZone: try #require(TimeZone(identifier: "America/Los_Angeles")), approval: .automatic)
            plan.place = Place(
                name: "Court \(number)", room: "R-17", coordinates: Coordinates(latitude: 37.43, longitude: -122.17))
            change(number, &plan)
            return plan
        }
        try await store.transaction { transaction in
            for (number, plan) in plans.enumerated() {
                let host = try #require(try transaction.get(AccountRecord.self, people[number % 3].id.rawValue))
                var meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number * 7_919)), host: host, plan: plan, square: nil,
                    link: "x", at: now)
                var part = GuestRecord(guest.id, at: &meetup, since: now)
                part.move(to: .going, at: &meetup, now: now)
                try transaction.put(meetup)
                try transaction.put(part)
            }
        }
        return try await server.calendarToken(of: guest)
    }

    @Test(arguments: [1, 100, 400])
    func `a calendar read takes eight store calls and one transaction for any number of meetups`(
        _ count: Int
    ) async throws {
        let server = TestServer.onCampus(store: store)
        let token = try await guest(of: count, on: server)
        store.reset()
        let response = try await server.calendar(token)
        #expect(store.reads == 8 && store.transactions == 1)
        #expect(try await server.events(at: token).count == min(count, CalendarContent.maxUpcoming))
        if count == 100 { #expect((30_000...80_000).contains(response.body.count), "\(response.body.count) bytes") }
        store.reset()
        #expect(try await server.calendar(token, tag: response.field("etag")).status == 304)
        #expect(store.reads == 8 && store.transactions == 1)
    }

    @Test func `a calendar lists the latest 50 meetups that have begun`() async throws {
        let server = TestServer.onCampus(store: store)
        let now = server.clock.date
        let token = try await guest(of: 51, on: server) { number, plan in
            let start = now.addingTimeInterval(-60 * Double(number + 1))
            if let span = TimeSpan(start: start, end: start.addingTimeInterval(7_200)) { plan.span = span }
        }
        let starts = try await server.events(at: token).map { $0.start.instant(in: .gmt) }.sorted()
        #expect(starts == (1...50).reversed().map { now.addingTimeInterval(-60 * Double($0)) })
    }

    @Test func `a calendar with texts of maximum length stays within the limit and keeps the next meetups`()
        async throws
    {
        let server = TestServer.onCampus(store: store)
        let token = try await guest(of: 150, on: server) { _, plan in
            plan.title = String(repeating: ",", count: 100)
            plan.description = String(repeating: "🪐", count: 2_000)
            plan.place.name = String(repeating: "\\", count: 200)
            plan.place.room = String(repeating: "🪐", count: 200)
            plan.place.address = String(repeating: "e\u{301}", count: 200)
        }
        let body = try await server.calendar(token).body
        #expect(body.count <= CalendarContent.maxBytes)
        let events = try await server.events(at: token)
        #expect(events.count > 40)
        let last = try #require(events.map { $0.start.instant(in: .gmt) }.max())
        #expect(last == server.clock.date.addingTimeInterval(3_600 * Double(events.count)))
    }

    /// Each event counts as 1,000 bytes, and 2.1 bytes for each byte of its texts, rounded down.
    @Test(arguments: [(texts: [400_001, 98_369], count: 2), ([400_000, 98_370], 1)])
    func `a calendar lists meetups up to an estimated size of 1,048,576 bytes`(texts: [Int], count: Int) throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        let meetups = texts.map { bytes in
            let plan = MeetupPlan(
                title: "", description: String(repeating: "a", count: bytes), eventType: .social, span: span,
                timeZone: .gmt)
            return Meetup(id: MeetupID("\(bytes)"), hostID: "host", plan: plan, createdAt: start)
        }
        #expect(CalendarContent.file(of: meetups).events.count == count)
    }

    @Test func `a calendar describes eight time zones, and all start times are right`() async throws {
        let server = TestServer.onCampus(store: store)
        let zones = TimeZone.knownTimeZoneIdentifiers.compactMap { TimeZone(identifier: $0) }.suffix(150)
        let token = try await guest(of: zones.count, on: server) { number, plan in plan.timeZone = Array(zones)[number]
        }
        let text = String(decoding: try await server.calendar(token).body, as: UTF8.self)
        #expect(text.components(separatedBy: "BEGIN:VTIMEZONE").count == 1 + 8)
        let starts = try await server.events(at: token).map { $0.start.instant(in: .gmt) }.sorted()
        #expect(starts == (1...zones.count).map { server.clock.date.addingTimeInterval(3_600 * Double($0)) })
    }
}
