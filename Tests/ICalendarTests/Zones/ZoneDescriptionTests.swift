import Foundation
import ICalendar
import OrbitModels
import Testing

/// The zones are written under an unknown name, so that only the file's own description can be used.
@Suite struct ZoneDescriptionTests {
    private func reread(_ zone: TimeZone, start: LocalDateTime, rule: String?) throws -> CalendarEvent {
        var event = CalendarEvent(
            uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .zoned(start, CalendarZone(zone)))
        event.rule = try rule.map { try RecurrenceRule($0) }
        let text = CalendarFile(events: [event]).text.replacingOccurrences(of: zone.identifier, with: "X-Unknown")
        let read = try CalendarFile.read(Data(text.utf8))
        #expect(read.problems == [])
        return try #require(read.file.events.first)
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "America/Sao_Paulo",
        "Africa/Casablanca", "Asia/Jerusalem", "America/Godthab", "Pacific/Apia", "Asia/Kathmandu", "America/Santiago",
        "Antarctica/Troll",
    ])
    func `a zone description has the offsets of the zone`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        for (text, rule, days) in [
            ("2026-03-01T02:30:00", "FREQ=WEEKLY;BYDAY=SA,SU", 300),
            ("2009-01-01T00:30:00", "FREQ=DAILY;UNTIL=20130101", 1_461),
            ("2026-01-01T12:00:00", nil, 1),
        ] {
            let start = try #require(LocalDateTime(text))
            let event = try reread(zone, start: start, rule: rule)
            let known = EventSeries(start: start, zone: CalendarZone(zone), rule: event.rule)
            let found = Array(event.series(in: .gmt).occurrences().prefix(days))
            #expect(found == Array(known.occurrences().prefix(days)) && found.count == (rule == nil ? 1 : days))
        }
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `a zone description has the offsets at the times of all events`(order: [Int]) throws {
        let zone = CalendarZone(try #require(TimeZone(identifier: "America/Sao_Paulo")))
        let events = try ["2005-07-01T12:00:00", "2018-01-15T12:00:00"].map { text in
            CalendarEvent(
                uid: text, stamp: Date(timeIntervalSince1970: 0),
                start: .zoned(try #require(LocalDateTime(text)), zone))
        }
        let text = CalendarFile(events: order.map { events[$0] }).text
            .replacingOccurrences(of: zone.name, with: "X-Unknown")
        let read = try CalendarFile.read(Data(text.utf8))
        #expect(read.problems == [])
        #expect(
            read.file.events.map { $0.start.instant(in: .gmt) } == order.map { events[$0].start.instant(in: .gmt) })
    }

    @Test func `a zone description has no changes after the last time of its use`() throws {
        let zone = CalendarZone(try #require(TimeZone(identifier: "America/Sao_Paulo")))
        let start = try #require(LocalDateTime("2010-01-15T12:00:00"))
        let event = CalendarEvent(uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .zoned(start, zone))
        let text = CalendarFile(events: [event]).text
        #expect(text.components(separatedBy: "TZOFFSETFROM").count == 4 && !text.contains("RDATE"), "\(text)")
    }

    @Test func `a zone with yearly rules is described by two rules`() throws {
        for name in ["Europe/Berlin", "America/New_York", "America/Godthab", "Asia/Jerusalem", "Australia/Lord_Howe"] {
            let zone = CalendarZone(try #require(TimeZone(identifier: name)))
            let start = try #require(LocalDateTime("2030-06-01T12:00:00"))
            let event = CalendarEvent(uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .zoned(start, zone))
            let text = CalendarFile(events: [event]).text
            #expect(text.components(separatedBy: "RRULE").count == 3, "\(text)")
            #expect(text.utf8.count < 1_000)
        }
    }

    @Test(arguments: ["2026-03-27T00:59:59", "2026-03-27T01:00:00", "2026-03-27T01:00:01"])
    func `a zone is described by three parts, also two days before a clock change`(text: String) throws {
        let zone = CalendarZone(try #require(TimeZone(identifier: "Europe/Berlin")))
        let event = CalendarEvent(
            uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .zoned(try #require(LocalDateTime(text)), zone))
        let file = CalendarFile(events: [event]).text
        #expect(file.components(separatedBy: "TZOFFSETFROM").count == 4, "\(file)")
    }
}
