import Foundation
import ICalendar
import OrbitModels
import Testing

@Suite struct BusyTimesTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func busy(
        _ lines: String, from: String = "2026-11-01T00:00:00Z", to: String = "2026-12-01T00:00:00Z",
        limits: CalendarLimits = CalendarLimits()
    ) throws -> BusyTimes {
        let window = try #require(TimeSpan(start: date(from), end: date(to)))
        return try BusyTimes(
            reading: Data("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8), in: window, zone: berlin, limits: limits)
    }

    private func event(_ lines: String, uid: String = "1") -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT\n"
    }

    private func hours(_ busy: BusyTimes) -> [String] {
        busy.spans.map { "\(LocalDateTime($0.start, in: .gmt)) \(Int($0.duration / 60))" }
    }

    @Test func `events are busy times, clipped to the window and merged if they touch`() throws {
        let found = try busy(
            event("DTSTART:20261102T100000Z\nDTEND:20261102T110000Z")
                + event("DTSTART:20261102T110000Z\nDURATION:PT30M", uid: "2")
                + event("DTSTART:20261030T000000Z\nDTEND:20261101T010000Z", uid: "3"))
        #expect(hours(found) == ["2026-11-01T00:00:00 60", "2026-11-02T10:00:00 90"])
    }

    @Test(arguments: ["TRANSP:TRANSPARENT", "STATUS:CANCELLED", "DURATION:PT0S", "SUMMARY:no length"])
    func `an event that takes no time is not busy`(line: String) throws {
        #expect(try busy(event("DTSTART:20261102T100000Z\n\(line)")).spans == [])
    }

    @Test func `a whole day lasts from midnight to midnight of the user, across clock changes`() throws {
        let found = try busy(
            event("DTSTART;VALUE=DATE:20261025")
                + event("DTSTART;VALUE=DATE:20261027\nDTEND;VALUE=DATE:20261029", uid: "2"),
            from: "2026-10-01T00:00:00Z")
        #expect(hours(found) == ["2026-10-24T22:00:00 1500", "2026-10-26T23:00:00 2880"])
    }

    @Test func `a series is busy except where occurrences are excluded, changed, moved or cancelled`() throws {
        let found = try busy(
            event(
                "DTSTART;TZID=Europe/Berlin:20200107T180000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nEXDATE;TZID=Europe/Berlin:20261103T180000"
            )
                + event(
                    "RECURRENCE-ID;TZID=Europe/Berlin:20261110T180000\nDTSTART;TZID=Europe/Berlin:20261111T090000\nDURATION:PT2H"
                )
                + event("RECURRENCE-ID:20261117T170000Z\nSTATUS:CANCELLED\nDTSTART:20261117T170000Z\nDURATION:PT1H")
                + event("RECURRENCE-ID:20261201T170000Z\nDTSTART:20261129T170000Z\nDURATION:PT1H"))
        #expect(hours(found) == ["2026-11-11T08:00:00 120", "2026-11-24T17:00:00 60", "2026-11-29T17:00:00 60"])
        #expect(found.problems == [])
    }

    @Test func `an older copy of an event is ignored`() throws {
        let found = try busy(
            event("SEQUENCE:2\nDTSTART:20261102T100000Z\nDURATION:PT1H")
                + event("SEQUENCE:1\nDTSTART:20261103T100000Z\nDURATION:PT1H"))
        #expect(hours(found) == ["2026-11-02T10:00:00 60"])
    }

    @Test func `an occurrence that begins before the window is clipped to it`() throws {
        let found = try busy(event("DTSTART:20200101T000000Z\nDURATION:P2DT1H\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1"))
        #expect(hours(found) == ["2026-11-01T00:00:00 1500", "2026-11-30T00:00:00 1440"])
    }

    @Test func `busy times of other services are read`() throws {
        let found = try busy(
            "BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE=BUSY-TENTATIVE:20261102T100000Z/PT1H,20261103T100000Z/20261103T120000Z\n"
                + "FREEBUSY;FBTYPE=FREE:20261104T100000Z/PT1H\nFREEBUSY:20261105T100000Z\nEND:VFREEBUSY")
        #expect(hours(found) == ["2026-11-02T10:00:00 60", "2026-11-03T10:00:00 120"])
        #expect(found.problems.map(\.kind) == [.invalid("FREEBUSY")])
    }

    @Test func `an event with an unusable rule is busy once, and the rule is reported`() throws {
        let found = try busy(event("DTSTART:20261102T100000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY"))
        #expect(hours(found) == ["2026-11-02T10:00:00 60"])
        #expect(found.problems.map(\.kind) == [.rule(.unsupportedFrequency("HOURLY"))])
    }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: ["FREQ=DAILY", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=11;COUNT=999999999"])
    func `many series without an end or without occurrences take bounded work`(rule: String) throws {
        var limits = CalendarLimits()
        (limits.periods, limits.occurrences) = (5_000, 500)
        let events = (0..<50).map { event("DTSTART:00010101T000000Z\nDURATION:PT1H\nRRULE:\(rule)", uid: "\($0)") }
            .joined()
        let found = try busy(events, limits: limits)
        if rule != "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" {
            #expect(found.problems.contains { $0.kind == .tooMuchWork })
        }
    }

    @Test func `busy times do not contain texts of the events`() throws {
        let found = try busy(event("SUMMARY:Secret\nDESCRIPTION:Secret\nLOCATION:Secret\nX:1\nDTSTART:bad"))
        #expect(!"\(found)".contains("Secret"))
    }
}
