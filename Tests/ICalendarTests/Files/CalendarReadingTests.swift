import Foundation
import ICalendar
import OrbitModels
import Testing

@Suite struct CalendarReadingTests {
    private func read(_ lines: String, limits: CalendarLimits = CalendarLimits()) throws -> CalendarReading {
        try CalendarFile.read(Data("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8), limits: limits)
    }

    private func event(_ lines: String) -> String {
        "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT"
    }

    @Test func `an event of another program is read`() throws {
        let read = try read(
            event(
                """
                dtstart;tzid="W. Europe Standard Time":20261124T180000
                DURATION:P1DT2H
                SUMMARY;LANGUAGE=de:Tennis\\, Halle\\;\\n2
                ORGANIZER;CN="Anna ^'A^' B: C":mailto:a@example.edu
                ATTENDEE;PARTSTAT=X-NEW;CN=Ben:urn:uuid:1
                X-UNKNOWN;A=b:c
                GEO:52.52\\;13.405
                BEGIN:VALARM
                SUMMARY:not this
                END:VALARM
                """))
        let event = try #require(read.file.events.first)
        #expect(read.problems == [])
        #expect(event.start.instant(in: .gmt) == (try Date("2026-11-24T17:00:00Z", strategy: .iso8601)))
        #expect(event.end == .length(CalendarLength(days: 1, seconds: 7_200)))
        #expect(event.summary == "Tennis, Halle;\n2")
        #expect(event.organizer?.name == "Anna \"A\" B: C")
        #expect(event.attendees.first?.response == .needsAction)
        #expect(event.coordinates == Coordinates(latitude: 52.52, longitude: 13.405))
    }

    @Test(arguments: [
        ("DTSTART:20260230T000000Z", CalendarProblem.Kind.invalid("DTSTART"), 0),
        ("DTSTART;TZID=Mars/Olympus:20260101T000000", .unknownZone("Mars/Olympus"), 0),
        ("DTSTART;TZID=../../etc/passwd:20260101T000000", .unknownZone("../../etc/passwd"), 0),
        ("SUMMARY:no start", .missing("DTSTART"), 0),
        ("DTSTART:20260102T000000Z\nDTEND:20260101T000000Z", .endBeforeStart, 1),
        ("DTSTART;VALUE=DATE:20260102\nDTEND;VALUE=DATE:20260102", .endBeforeStart, 1),
        ("DTSTART:20260102T000000Z\nDURATION:-PT1H", .invalid("DURATION"), 1),
        ("DTSTART:20260102T000000Z\nRRULE:FREQ=SECONDLY", .rule(.unsupportedFrequency("SECONDLY")), 0),
        ("DTSTART:20260102T000000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=YEARLY", .unsupported("RRULE"), 0),
        ("DTSTART:20260102T000000Z\nEXRULE:FREQ=DAILY", .unsupported("EXRULE"), 0),
        ("DTSTART:20260102T000000Z\nRDATE;VALUE=PERIOD:20260103T000000Z/PT1H", .unsupported("VALUE=PERIOD"), 0),
        ("DTSTART:20260102T000000Z\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260103T000000Z", .unsupported("RANGE"), 0),
        ("DTSTART:20260102T000000Z\nSEQUENCE:1764000000000", .invalid("SEQUENCE"), 1),
        ("DTSTART:20260102T000000Z\nGEO:91;0", .invalid("GEO"), 1),
        ("DTSTART:20260102T000000Z\nGEO:nan;inf", .invalid("GEO"), 1),
        ("DTSTART:20260102T000000Z\nSTATUS:MAYBE", .invalid("STATUS"), 1),
        ("DTSTART:20260102T000000Z\nORGANIZER:Anna", .invalid("ORGANIZER"), 1),
        ("DTSTART:20260102T000000Z\nSUMMARY:a\rb", .strayCarriageReturn, 1),
        ("DTSTART:20260102T000000Z\nno property", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\nEND:VTODO", .unexpectedEnd, 1),
        ("DTSTART:20260102T000000Z\nSUMMARY;CN=\"open:a", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\nSUMMARY CN=a:b", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\nSUMMARY;CN:b", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\nSUMMARY;CN", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\nSUMMARY;CN=", .malformedLine, 1),
        ("DTSTART:20260102T000000Z\n:b", .malformedLine, 1),
    ])
    func `an invalid line is reported with its kind and line`(lines: String, kind: CalendarProblem.Kind, events: Int)
        throws
    {
        let read = try read(event(lines))
        #expect(read.problems.map(\.kind) == [kind])
        #expect(read.problems.allSatisfy { $0.line >= 2 && $0.description.hasSuffix(".") })
        #expect(read.file.events.count == events)
    }

    @Test func `a missing UID and a missing stamp are reported`() throws {
        let read = try read("BEGIN:VEVENT\nDTSTART:20260102T000000Z\nEND:VEVENT")
        #expect(read.problems.map(\.kind) == [.missing("DTSTAMP"), .missing("UID")])
        #expect(read.problems.map(\.line) == [2, 2] && read.file.events.isEmpty)
    }

    @Test func `a day does not need a known zone`() throws {
        let read = try read(event("DTSTART;TZID=Mars/Olympus;VALUE=DATE:20260102"))
        let day = try #require(CalendarDay("2026-01-02"))
        #expect(read.problems == [] && read.file.events.map(\.start) == [.day(day)])
    }

    @Test func `an event that ends at its start is read, unless it is a whole day`() throws {
        let read = try read(event("DTSTART:20260102T000000Z\nDTEND:20260102T000000Z"))
        let start = try #require(read.file.events.first?.start)
        #expect(read.problems == [] && read.file.events.first?.end == .time(start))
    }

    @Test func `unknown escapes are kept, and only the first value of a parameter is used`() throws {
        let read = try read(
            event(
                #"""
                DTSTART:20260102T000000Z
                SUMMARY:a\xb\,c\
                ORGANIZER;CN=a^xb^:urn:uuid:1
                ATTENDEE;CN=Anna,Ben:urn:uuid:2
                """#))
        let event = try #require(read.file.events.first)
        #expect(read.problems == [])
        #expect(event.summary == #"a\xb,c\"#)
        #expect(event.organizer?.name == "a^xb^" && event.attendees.map(\.name) == ["Anna"])
    }

    @Test func `the line of a problem counts folds`() throws {
        let read = try read(event("DTSTART:20260102T000000Z\nSUMMARY:a\n b\n c\nGEO:x"))
        #expect(read.problems.map(\.line) == [9] && read.problems.map(\.kind) == [.invalid("GEO")])
    }

    @Test func `bytes that are not UTF-8 are replaced and reported`() throws {
        let bytes = Data("BEGIN:VCALENDAR\n\(event("DTSTART:20260102T000000Z\nSUMMARY:Caf"))".utf8)
        let cut = bytes.range(of: Data("\nEND:VEVENT".utf8))?.lowerBound ?? 0
        let read = try CalendarFile.read(bytes[..<cut] + [0xE9] + Data("\nEND:VEVENT\nEND:VCALENDAR".utf8))
        #expect(read.file.events.first?.summary == "Caf\u{FFFD}")
        #expect(read.problems.map(\.kind) == [.notUTF8])
    }

    @Test func `a file that is not a calendar is refused`() {
        #expect(throws: CalendarFileError.notACalendar) { try CalendarFile.read(Data()) }
        #expect(throws: CalendarFileError.notACalendar) { try CalendarFile.read(Data("<html>".utf8)) }
        #expect(throws: CalendarFileError.notUTF8) { try CalendarFile.read(Data([0xFF, 0xFE, 0x42, 0])) }
        var limits = CalendarLimits()
        limits.bytes = 10
        #expect(throws: CalendarFileError.tooLarge(bytes: 15, limit: 10)) {
            try CalendarFile.read(Data("BEGIN:VCALENDAR".utf8), limits: limits)
        }
    }

    @Test func `a truncated file keeps its complete events`() throws {
        let one = event("DTSTART:20260102T000000Z\nSUMMARY:Ü👩‍👧")
        let bytes = Data("BEGIN:VCALENDAR\n\(one)\n\(one)\nEND:VCALENDAR\n".utf8)
        var previous = 0
        for length in 15..<bytes.count {
            let read = try CalendarFile.read(bytes[..<length])
            #expect(read.file.events.count >= previous && read.file.events.count <= 2)
            if length < bytes.count - 1 { #expect(!read.problems.isEmpty) }
            previous = read.file.events.count
        }
        #expect(previous == 2)
    }

    @Test func `excess components, properties, lines and problems are cut and reported`() throws {
        var limits = CalendarLimits()
        (limits.components, limits.properties, limits.lineBytes, limits.problems) = (3, 5, 40, 3)
        let many = try read(
            Array(repeating: event("DTSTART:20260102T000000Z"), count: 5).joined(separator: "\n"), limits: limits)
        #expect(many.file.events.count == 2 && many.problems.map(\.kind) == [.tooMany("components")])
        let long = try read(
            event("DTSTART:20260102T000000Z\nSUMMARY:\(String(repeating: "x", count: 99))"), limits: limits)
        #expect(long.problems.map(\.kind) == [.lineTooLong] && long.file.events.first?.summary == nil)
        let dates = try read(
            event("DTSTART:20260102T000000Z\nEXDATE:20260102\nEXDATE:20260103\nEXDATE:20260104\nEXDATE:20260105"),
            limits: limits)
        #expect(dates.problems.map(\.kind) == [.tooMany("properties")])
        let wrong = try read(event("DTSTART:20260102T000000Z" + String(repeating: "\nx", count: 9)), limits: limits)
        #expect(wrong.problems.map(\.kind) == [.malformedLine, .malformedLine, .malformedLine, .more(6)])
    }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: [
            "BEGIN:VEVENT\n", "BEGIN:X\n", "BEGIN:VCALENDAR\n", "END:VEVENT\n", "\n \n", "X;A=\"", "SUMMARY:a\n  ",
        ])
    func `a hostile file has no events and at most 101 problems`(unit: String) throws {
        let data = Data(("BEGIN:VCALENDAR\n" + String(repeating: unit, count: 100_000 / unit.utf8.count)).utf8)
        let read = try CalendarFile.read(data)
        #expect(read.file.events.isEmpty && read.problems.count <= 101)
    }

    @Test func `a zone described only in the file is read and written again`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Campus, main
            BEGIN:STANDARD
            DTSTART:16011028T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010325T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let text = event("DTSTART;TZID=\"Campus, main\":20260715T180000\nRRULE:FREQ=MONTHLY;INTERVAL=6") + "\n" + zone
        let read = try read(text)
        let event = try #require(read.file.events.first)
        let berlin = CalendarZone(try #require(TimeZone(identifier: "Europe/Berlin")))
        for occurrence in event.series(in: .gmt).occurrences().prefix(20) {
            #expect(berlin.instants(of: occurrence.wallTime) == .once(occurrence.instant))
        }
        for time in ["2026-03-29T02:30:00", "2026-10-25T02:30:00"] {
            let wall = try #require(LocalDateTime(time))
            guard case .zoned(_, let campus) = event.start else { continue }
            #expect(campus.instants(of: wall) == berlin.instants(of: wall) && campus.timeZone == nil)
        }
        #expect(read.problems == [] && read.file.text.contains("BEGIN:VTIMEZONE"))
        #expect(try CalendarFile.read(Data(read.file.text.utf8)).file == read.file)
        let without = try self.read(
            self.event("DTSTART;TZID=Campus:20260715T180000") + "\n"
                + zone.replacingOccurrences(of: "TZOFFSETTO:+0100\n", with: ""))
        #expect(without.problems.map(\.kind) == [.unknownZone("Campus")])
    }
}
