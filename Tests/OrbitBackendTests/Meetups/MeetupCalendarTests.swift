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

/// The contents of calendars: one meetup as a file, and all meetups of a person at an address.
@Suite struct MeetupCalendarTests {
    private let server = TestServer.onCampus()

    private func file(_ meetup: MeetupID, as member: Member, query: String = "") async throws -> String {
        let response = try await server.send(.get, "/meetups/\(meetup)/calendar.ics\(query)", token: member.token)
        #expect(response.status == 200 && response.field("content-type") == "text/calendar; charset=utf-8")
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test func `a meetup's file shows the place to attendees, and neither place nor host to strangers`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.place.address = "12 Main Street" }.id
        try await server.joined(id, by: people[1])
        for attendee in people.prefix(2) {
            let text = try await file(id, as: attendee)
            #expect(text.contains("LOCATION:Court 3\\, R-17\\, 12 Main Street\r\n"))
            #expect(text.contains("GEO:37.430100;-122.170200\r\n") && text.contains("STATUS:CONFIRMED\r\n"))
            #expect(text.contains("METHOD:PUBLISH\r\n") && text.contains("UID:meetup-\(id)\r\n"))
            #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:America/Los_Angeles\r\n"))
        }
        let strangers = try await file(id, as: people[2])
        #expect(strangers.contains("STATUS:TENTATIVE\r\n") && strangers.contains("TRANSP:TRANSPARENT\r\n"))
        for secret in [
            "LOCATION", "GEO", "Court", "R-17", "Main Street", "37.4", "122.1", "Maya", "ORGANIZER", "mailto",
        ] {
            #expect(!strangers.contains(secret))
        }
    }

    @Test func `a change of the hidden exact place changes no byte of a stranger's calendar`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]).id
        try await server.joined(id, by: people[1])
        let token = try await server.calendarToken(of: people[2])
        func seen(by member: Member) async throws -> [Data] {
            let response = try await server.send(.get, "/meetups/\(id)/calendar.ics", token: member.token)
            return [response.body, Data((response.field("etag") ?? "").utf8), try await server.calendar(token).body]
        }
        let (before, attendee) = (try await seen(by: people[2]), try await seen(by: people[1]))
        server.clock.advance(by: .seconds(60))
        // Inside the same square.
        _ = try await server.edit(id, by: people[0]) {
            $0.place = PlaceEntry(
                name: "There", coordinates: CoordinatesEntry(latitude: 37.4369, longitude: -122.1790))
        }
        #expect(try await seen(by: people[2]) == before)
        #expect(try await seen(by: people[1]) != attendee)
    }

    @Test func `a meetup that the caller may not find gets the response of an unknown meetup`() async throws {
        let people = try await server.members("maya", "liam")
        let invited = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        let link = try await server.host(by: people[0]) { $0.visibility = .link }
        let open = try await server.host(by: people[0]).id
        _ = try await server.block(people[1].id, by: people[0])
        let unknown = try await server.send(.get, "/meetups/nothing/calendar.ics", token: people[1].token)
        #expect(unknown.status == 404)
        for id in [invited, link.id, open] {
            let response = try await server.send(.get, "/meetups/\(id)/calendar.ics", token: people[1].token)
            #expect(response.body == unknown.body && response.headers == unknown.headers)
        }
        _ = try await server.unblock(people[1].id, by: people[0])
        let secret = try #require(link.link)
        #expect(try await file(link.id, as: people[1], query: "?link=\(secret)").contains("UID:meetup-\(link.id)"))
    }

    @Test func `a calendar has hosted and attended meetups, but no requested, invited or left meetups`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host("Hosted", by: people[1]).id
        let going = try await server.host("Going", by: people[0]).id
        let asked = try await server.host("Asked", by: people[0]) { $0.approval = .host }.id
        let invited = try await server.host("Invited", by: people[0]) { $0.visibility = .invited }.id
        let left = try await server.host("Left", by: people[0]).id
        for id in [going, asked, left] { try await server.joined(id, by: people[1]) }
        _ = try await server.attend("leave", left, by: people[1])
        _ = try await server.invite([people[1].id], to: invited, by: people[0])
        let token = try await server.calendarToken(of: people[1])
        let events = try await server.events(at: token)
        #expect(Set(events.map(\.uid)) == ["meetup-\(hosted)", "meetup-\(going)"])
        #expect(events.allSatisfy { $0.status == .confirmed && $0.isBusy && $0.location == "Court 3, R-17" })
        // The host removes the guest, so the meetup and its place disappear.
        _ = try await server.send(.post, "/meetups/\(going)/attendees/\(people[1].id)/remove", token: people[0].token)
        #expect(try await server.events(at: token).map(\.uid) == ["meetup-\(hosted)"])
    }

    @Test func `an edit raises the sequence, and a cancelled meetup stays listed as cancelled until its end`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        try await server.joined(id, by: people[1])
        let tokens = [try await server.calendarToken(of: people[0]), try await server.calendarToken(of: people[1])]
        var sequences: [Int] = []
        func note() async throws -> [CalendarEvent] {
            let events = try await [server.events(at: tokens[0]), server.events(at: tokens[1])]
            #expect(events.allSatisfy { $0.count == 1 } && events[0] == events[1])
            sequences += events[0].map(\.sequence)
            return events[0]
        }
        _ = try await note()
        _ = try await server.edit(id, by: people[0]) { $0.title = "Checkers" }
        #expect(try await note().first?.summary == "Checkers")
        _ = try await server.cancel(id, by: people[0])
        let cancelled = try #require(try await note().first)
        #expect(cancelled.status == .cancelled && !cancelled.isBusy)
        #expect(sequences == [0, 1, 2])
        server.clock.advance(by: .seconds(50 * 3_600))
        for token in tokens { #expect(try await server.events(at: token).isEmpty) }
    }

    @Test func `an attended meetup stays in the calendar for 14 days after its end`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 2, by: people[0]).id
        try await server.joined(id, by: people[1])
        let token = try await server.calendarToken(of: people[1])
        try await server.advanceTime(hours: 1, &people)
        _ = try await server.attend("check-in", id, by: people[1])
        server.clock.advance(by: .seconds(2 * 3_600 + 14 * 86_400 - 1))
        #expect(try await server.events(at: token).map(\.uid) == ["meetup-\(id)"])
        server.clock.advance(by: .seconds(1))
        #expect(try await server.events(at: token).isEmpty)
    }

    @Test(arguments: [0, 1])
    func `a block in either direction removes the host's meetups from the calendar`(_ blocker: Int) async throws {
        var people = try await server.members("maya", "liam")
        let soon = try await server.host(inHours: 1, by: people[0]).id
        let later = try await server.host(by: people[0]).id
        for id in [soon, later] { try await server.joined(id, by: people[1]) }
        let token = try await server.calendarToken(of: people[1])
        try await server.advanceTime(hours: 1, &people)
        _ = try await server.attend("check-in", soon, by: people[1])
        try await server.advanceTime(hours: 3, &people)
        #expect(try await server.events(at: token).count == 2)
        _ = try await server.block(people[1 - blocker].id, by: people[blocker])
        #expect(try await server.events(at: token).isEmpty)
        let empty = try await server.calendar(token).body
        _ = try await server.edit(later, by: people[0]) { $0.title = "Another title" }
        #expect(try await server.calendar(token).body == empty)
    }

    @Test func `no text of a host ends a line, adds a property or reaches a header`() async throws {
        let people = try await server.members("maya", "liam")
        let evil =
            "\r\nATTENDEE:mailto:x@evil.example\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:evil\u{2028}X-A:1\u{85}X-B:2\u{B}\\n;,"
        let id = try await server.host("Chess", by: people[0]) {
            $0.description = evil
            $0.place = PlaceEntry(name: "Hall;X=1:2,\\n", room: "\"R\"", link: "https://x.example/a?b=c,d;e")
        }.id
        // Text that validation would clean is put into the store directly.
        try await server.store.transaction { transaction in
            var meetup = try #require(try MeetupRecord.of(id, in: transaction))
            var plan = meetup.plan
            (plan.title, plan.place.address) = ("Chess\r\nSet-Cookie: a=b\r\n\r\nX", evil)
            _ = meetup.edit(plan, square: meetup.square, series: nil, at: server.clock.date)
            try transaction.put(meetup)
        }
        try await server.joined(id, by: people[1])
        let token = try await server.calendarToken(of: people[1])
        for response in [
            try await server.calendar(token),
            try await server.send(.get, "/meetups/\(id)/calendar.ics", token: people[1].token),
        ] {
            #expect(response.status == 200)
            #expect(
                !response.headers.fields.contains { $0.value.contains("Chess") || $0.name.description == "set-cookie" })
            let text = String(decoding: response.body, as: UTF8.self)
            let lines = text.replacing("\r\n ", with: "").split(separator: "\r\n")
            #expect(!lines.contains { line in line.contains { $0.isNewline } })
            #expect(lines.count { $0.hasPrefix("BEGIN:VEVENT") } == 1 && lines.count { $0.hasPrefix("UID:") } == 1)
            for name in ["ATTENDEE", "X-A", "X-B", "Set-Cookie"] { #expect(!lines.contains { $0.hasPrefix(name) }) }
            #expect(text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 76 })
        }
    }

    @Test func `1,000 invitations of another person do not displace a person's own meetup from the calendar`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let own = try await server.host("Own", inHours: 8_000, by: people[1]).id
        let token = try await server.calendarToken(of: people[1])
        let host = people[0].id
        try await server.store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, host.rawValue))
            let original = try #require(try MeetupRecord.of(own, in: transaction))
            for number in 0..<1_000 {
                var meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number)), host: account, plan: original.plan, square: nil,
                    link: "x", at: server.clock.date)
                var guest = GuestRecord(people[1].id, at: &meetup, since: server.clock.date)
                guest.move(to: .invited, at: &meetup, now: server.clock.date)
                try transaction.put(meetup)
                try transaction.put(guest)
            }
        }
        #expect(try await server.events(at: token).map(\.uid) == ["meetup-\(own)"])
    }
}
