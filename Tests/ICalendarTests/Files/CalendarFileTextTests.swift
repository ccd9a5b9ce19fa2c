import Foundation
import ICalendar
import OrbitModels
import Testing

/// The exact text of a file, because a reader accepts files without many of its lines.
@Suite struct CalendarFileTextTests {
    private func zoned(_ text: String, _ zone: CalendarZone) throws -> CalendarTime {
        .zoned(try #require(LocalDateTime(text)), zone)
    }

    private let expected = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//OrbitKit//Calendars//EN
        CALSCALE:GREGORIAN
        METHOD:PUBLISH
        NAME:Orbit
        X-WR-CALNAME:Orbit
        COLOR:teal
        REFRESH-INTERVAL;VALUE=DURATION:PT1H
        X-PUBLISHED-TTL:PT1H
        SOURCE;VALUE=URI:https://orbit.example/a.ics
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:20250101T000000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20250330T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20251026T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:1@orbit
        SEQUENCE:2
        DTSTAMP:20260528T202640Z
        CREATED:20260202T024000Z
        LAST-MODIFIED:20260331T233320Z
        DTSTART;TZID=Europe/Berlin:20260701T180000
        DURATION:PT1H30M
        RRULE:FREQ=WEEKLY;UNTIL=20260715T160000Z
        RDATE;TZID=Europe/Berlin:20260705T180000
        EXDATE;TZID=Europe/Berlin:20260708T180000
        SUMMARY:Tennis
        DESCRIPTION:Bring a racket.
        LOCATION:Court 3
        GEO:0.000000;-0.500000
        URL:https://orbit.example/meetups/17
        STATUS:CONFIRMED
        TRANSP:TRANSPARENT
        ORGANIZER;CN=Maya;PARTSTAT=ACCEPTED:urn:x-orbit:17
        ATTENDEE:urn:x-orbit:18
        END:VEVENT
        BEGIN:VEVENT
        UID:2@orbit
        SEQUENCE:0
        DTSTAMP:20260528T202640Z
        RECURRENCE-ID;VALUE=DATE:20260702
        DTSTART;VALUE=DATE:20260703
        DTEND;VALUE=DATE:20260704
        TRANSP:OPAQUE
        END:VEVENT
        END:VCALENDAR

        """

    @Test func `a file has a line for each property of its events`() throws {
        let berlin = CalendarZone(try #require(TimeZone(identifier: "Europe/Berlin")))
        let stamp = Date(timeIntervalSince1970: 1_780_000_000)
        var event = CalendarEvent(
            uid: "1@orbit", sequence: 2, stamp: stamp, start: try zoned("2026-07-01T18:00:00", berlin),
            end: .length(CalendarLength(seconds: 5_400)))
        event.created = Date(timeIntervalSince1970: 1_770_000_000)
        event.lastModified = Date(timeIntervalSince1970: 1_775_000_000)
        event.rule = try RecurrenceRule("FREQ=WEEKLY;UNTIL=20260715T160000Z")
        event.additions = [try zoned("2026-07-05T18:00:00", berlin)]
        event.exclusions = [try zoned("2026-07-08T18:00:00", berlin)]
        (event.summary, event.details, event.location) = ("Tennis", "Bring a racket.", "Court 3")
        event.coordinates = Coordinates(latitude: 0, longitude: -0.5)
        event.url = URL(string: "https://orbit.example/meetups/17")
        event.status = .confirmed
        event.isBusy = false
        event.organizer = CalendarParticipant(address: .opaque("17"), name: "Maya", response: .accepted)
        event.attendees = [CalendarParticipant(address: .opaque("18"))]
        let start = try #require(CalendarDay("2026-07-03"))
        var day = CalendarEvent(
            uid: "2@orbit", stamp: stamp, start: .day(start),
            end: .time(.day(try #require(CalendarDay("2026-07-04")))))
        day.replaces = .day(try #require(CalendarDay("2026-07-02")))
        var file = CalendarFile(method: .publish, name: "Orbit", events: [event, day])
        file.color = "teal"
        file.refreshInterval = CalendarLength(seconds: 3_600)
        file.source = URL(string: "https://orbit.example/a.ics")
        #expect(file.text == expected.replacing("\n", with: "\r\n"))
    }

    @Test func `an offset of zero has a plus`() throws {
        let abidjan = CalendarZone(try #require(TimeZone(identifier: "Africa/Abidjan")))
        let start = try zoned("2026-07-01T12:00:00", abidjan)
        let event = CalendarEvent(uid: "1", stamp: Date(timeIntervalSince1970: 0), start: start)
        let standard = "DTSTART:20250101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\n"
        #expect(
            CalendarFile(events: [event]).text
                .contains("TZID:Africa/Abidjan\r\nBEGIN:STANDARD\r\n\(standard)END:STANDARD\r\nEND:VTIMEZONE\r\n"))
    }
}
