import Foundation
import ICalendar
import OrbitModels
import Testing

/// The nesting of components, and the limits of a file.
@Suite struct CalendarStructureTests {
    private func read(
        _ lines: String, _ change: (inout CalendarLimits) -> Void = { _ in }
    ) throws -> CalendarReading {
        var limits = CalendarLimits()
        change(&limits)
        return try CalendarFile.read(Data("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8), limits: limits)
    }

    private func event(_ lines: String) -> String {
        "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nDTSTART:20260102T000000Z\n\(lines)\nEND:VEVENT"
    }

    private func zone(_ name: String) -> String {
        let standard = "DTSTART:20000101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100"
        return "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\n\(standard)\nEND:STANDARD\nEND:VTIMEZONE"
    }

    // MARK: Nesting

    @Test(arguments: [2, 3, 8])
    func `the properties of a skipped component are not those of its event`(depth: Int) throws {
        let read = try read(event("BEGIN:VALARM\nSUMMARY:alarm\nEND:VALARM\nSUMMARY:own")) { $0.depth = depth }
        #expect(read.file.events.map(\.summary) == ["own"])
        #expect(read.problems.map(\.kind) == (depth == 2 ? [.tooDeep] : []))
    }

    @Test func `components beyond the depth are reported once, at the first of them`() throws {
        let nest = "BEGIN:VALARM\nBEGIN:X\nBEGIN:Y\nEND:Y\nEND:X\nEND:VALARM"
        let read = try read(event("\(nest)\nSUMMARY:own")) { $0.depth = 3 }
        #expect(read.problems.map(\.kind) == [.tooDeep] && read.problems.map(\.line) == [7])
        #expect(read.file.events.map(\.summary) == ["own"])
    }

    @Test func `an event outside of a calendar is not a calendar`() throws {
        #expect(throws: CalendarFileError.notACalendar) { try CalendarFile.read(Data(event("SUMMARY:a").utf8)) }
    }

    @Test func `a property outside of a calendar is ignored`() throws {
        let text = "SUMMARY:a\nBEGIN:VCALENDAR\n\(event("SUMMARY:b"))\nEND:VCALENDAR\nSUMMARY:c\n"
        let read = try CalendarFile.read(Data(text.utf8))
        #expect(read.problems == [] && read.file.events.map(\.summary) == ["b"])
    }

    @Test func `an event of a nested calendar is left out`() throws {
        let read = try read("BEGIN:VCALENDAR\n\(event("SUMMARY:a"))\nEND:VCALENDAR")
        #expect(read.problems == [] && read.file.events.isEmpty)
    }

    @Test func `busy times in an unknown component are ignored`() throws {
        let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
        let window = try #require(TimeSpan(start: start, end: start + 10 * 86_400))
        let busy = "BEGIN:VFREEBUSY\nFREEBUSY:20260102T000000Z/PT1H\nEND:VFREEBUSY"
        for (lines, count) in [(busy, 1), ("BEGIN:X\n\(busy)\nEND:X", 0)] {
            let data = Data("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8)
            let found = try BusyTimes(reading: data, in: window, zone: .gmt)
            #expect(found.spans.count == count && found.problems == [])
        }
    }

    @Test func `the name of a component may have spaces around it and small letters`() throws {
        let text = event("SUMMARY:a").replacing("BEGIN:VEVENT", with: "BEGIN: vevent \t")
            .replacing("END:VEVENT", with: "END:Vevent\t")
        let read = try read(text)
        #expect(read.problems == [] && read.file.events.map(\.summary) == ["a"])
    }

    // MARK: Limits

    @Test func `a file of the maximum size is read`() throws {
        let data = Data("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
        var limits = CalendarLimits()
        limits.bytes = data.count
        #expect(try CalendarFile.read(data, limits: limits).problems == [])
        limits.bytes -= 1
        #expect(throws: CalendarFileError.tooLarge(bytes: data.count, limit: data.count - 1)) {
            try CalendarFile.read(data, limits: limits)
        }
    }

    @Test(arguments: [(32, []), (33, [.lineTooLong])] as [(Int, [CalendarProblem.Kind])])
    func `a line of the maximum length is read`(count: Int, problems: [CalendarProblem.Kind]) throws {
        let summary = String(repeating: "x", count: count)
        let read = try read(event("SUMMARY:\(summary)")) { $0.lineBytes = 40 }
        #expect(read.problems.map(\.kind) == problems)
        #expect(read.file.events.map(\.summary) == [problems.isEmpty ? summary : nil])
    }

    @Test(arguments: [4, 3])
    func `unknown properties do not count towards the limit of properties`(limit: Int) throws {
        let read = try read(event(String(repeating: "X-A:1\n", count: 9) + "SUMMARY:a")) { $0.properties = limit }
        #expect(read.problems.map(\.kind) == (limit == 4 ? [] : [.tooMany("properties")]))
        #expect(read.file.events.map(\.summary) == [limit == 4 ? "a" : nil])
    }

    @Test(arguments: [2, 1])
    func `unknown components do not count towards the limit of components`(limit: Int) throws {
        let unknown = String(repeating: "BEGIN:VTODO\nEND:VTODO\n", count: 3)
        let read = try read(unknown + event("SUMMARY:a")) { $0.components = limit }
        #expect(read.problems.map(\.kind) == (limit == 2 ? [] : [.tooMany("components")]))
        #expect(read.file.events.count == limit - 1)
    }

    @Test(arguments: [5, 6])
    func `the dates of an event are limited even on a single line`(count: Int) throws {
        let dates = (0..<count).map { "2026020\($0 + 1)" }.joined(separator: ",")
        let read = try read(event("EXDATE:\(dates)")) { $0.properties = 5 }
        #expect(read.problems.map(\.kind) == (count == 5 ? [] : [.tooMany("dates")]))
        #expect(read.file.events.map(\.exclusions.count) == (count == 5 ? [5] : []))
    }

    @Test func `zones beyond the limit are unknown, and a repeated zone counts once`() throws {
        let timed = "BEGIN:VEVENT\nUID:2\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Other:20260102T000000\nEND:VEVENT"
        let two = try read("\(zone("Campus"))\n\(zone("Other"))\n\(timed)") { $0.zones = 1 }
        #expect(two.problems.map(\.kind) == [.tooMany("VTIMEZONE"), .unknownZone("Other")])
        let one = try read("\(zone("Other"))\n\(zone("Other"))\n\(timed)") { $0.zones = 1 }
        #expect(one.problems == [] && one.file.events.count == 1)
    }
}
