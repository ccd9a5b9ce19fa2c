import Foundation
import OrbitModels
import Testing

@testable import ICalendar

/// A file determines the work, and its sender is untrusted. For each limit there is a file that reaches it.
@Suite struct BoundedWorkTests {
    private let window = TimeSpan(
        start: Date(timeIntervalSince1970: 1_795_000_000), end: Date(timeIntervalSince1970: 1_797_000_000))

    private func busy(_ text: String, limits: CalendarLimits = CalendarLimits()) throws -> BusyTimes {
        try BusyTimes(reading: Data(text.utf8), in: #require(window), zone: .gmt, limits: limits)
    }

    private func file(_ lines: String) -> String { "BEGIN:VCALENDAR\n\(lines)END:VCALENDAR\n" }

    private func event(_ lines: String, uid: String? = nil) -> String {
        "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(uid.map { "UID:\($0)\n" } ?? "")\(lines)\nEND:VEVENT\n"
    }

    private func zone(_ name: String, _ observances: [String], properties: String = "") -> String {
        let parts = observances.map {
            "BEGIN:STANDARD\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n\($0)\nEND:STANDARD\n"
        }
        return "BEGIN:VTIMEZONE\nTZID:\(name)\n\(properties)\(parts.joined())END:VTIMEZONE\n"
    }

    // MARK: Rules

    /// Lists of the maximum length.
    private static let allDays = (-53...53).filter { $0 != 0 }.flatMap { number in
        Weekday.allCases.map { RecurrenceRule.DayOfWeek($0, ordinal: number) }
    }
    private static let allMonthDays = (-31...31).filter { $0 != 0 }

    @Test func `a rule takes work only for the months in which it can have occurrences`() throws {
        func used(_ rule: RecurrenceRule, years: Int) -> Int {
            var days = RuleDays(of: rule, start: 0, through: 365 * years - 1, budget: 1_000_000)
            while days.next() != nil {}
            return 1_000_000 - days.budget
        }
        #expect(try used(RecurrenceRule(.daily), years: 1) == 365)
        #expect(try used(RecurrenceRule(.weekly), years: 1) == 53)
        #expect(try used(RecurrenceRule(.yearly), years: 10) == 10)
        #expect(try used(RecurrenceRule(.yearly, months: [3, 10]), years: 10) == 20)
        #expect(try used(RecurrenceRule(.yearly, weekdays: Self.allDays), years: 10) == 120)
        #expect(try used(RecurrenceRule(.yearly, monthDays: Self.allMonthDays), years: 10) == 120)
        #expect(try used(RecurrenceRule(.monthly, monthDays: Self.allMonthDays), years: 10) == 120)
    }

    @Test func `a rule without days is examined for a single cycle of the calendar, at any interval`() throws {
        func used(_ frequency: RecurrenceRule.Frequency, interval: Int = 1, monthDay: Int = 30) throws -> Int {
            let rule = try RecurrenceRule(frequency, interval: interval, months: [2], monthDays: [monthDay])
            var days = RuleDays(of: rule, start: 0, budget: 1_000_000)
            #expect(days.next() == nil)
            return 1_000_000 - days.budget
        }
        #expect(try used(.yearly) == 400)
        #expect(try used(.yearly, interval: 3) == 400)
        #expect(try used(.monthly) == 4_800)
        // None of the years 1970, 1974 and so on is a leap year.
        #expect(try used(.yearly, interval: 4, monthDay: 29) == 100)
    }

    @Test(arguments: [RecurrenceRule.Frequency.yearly, .monthly])
    func `rules with the longest lists fall on every day`(frequency: RecurrenceRule.Frequency) throws {
        let rule = try RecurrenceRule(
            frequency, monthDays: Self.allMonthDays, weekdays: Self.allDays,
            positions: (-366...366).filter { $0 != 0 })
        var days = RuleDays(of: rule, start: 0, through: 800)
        for day in 0...800 { #expect(days.next() == day) }
        #expect(days.next() == nil)
    }

    @Test func `rules by year use up the limit of periods before their number of occurrences`() throws {
        var limits = CalendarLimits()
        limits.periods = 30_000
        let rule = "FREQ=YEARLY;BYDAY=5MO;COUNT=999999999"
        let found = try busy(
            file((0..<3).map { event("DTSTART:00010101T000000Z\nRRULE:\(rule)", uid: "\($0)") }.joined()),
            limits: limits)
        #expect(found.problems.count { $0.kind == .tooMuchWork } == 2)
    }

    // MARK: Zones

    @Test(arguments: [
        "DTSTART:19700101T000000\nRRULE:FREQ=DAILY", "DTSTART:19700101T000000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE",
        "DTSTART:00010101T000000\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "DTSTART:00010101T000000\nRRULE:FREQ=WEEKLY;BYMONTH=2;UNTIL=00000101",
        "DTSTART:19700101T000000\nRDATE:" + (0..<4_001).map { "\(2000 + $0)0101T000000" }.joined(separator: ","),
    ])
    func `a zone that takes too much work is unknown, and other zones are read`(observance: String) throws {
        let outlook = zone("Fine", ["DTSTART:16011028T030000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"])
        let lines =
            zone("Costly", Array(repeating: observance, count: 20)) + outlook
            + event("DTSTART;TZID=Costly:20261124T120000\nDURATION:PT1H", uid: "1")
            + event("DTSTART;TZID=Fine:20261124T120000\nDURATION:PT1H", uid: "2")
        let found = try busy(file(lines))
        let isEmptyRule = observance.contains("UNTIL")
        #expect(found.problems.map(\.kind) == (isEmptyRule ? [] : [.unknownZone("Costly")]))
        #expect(found.spans.map(\.start.timeIntervalSince1970) == [1_795_518_000])
    }

    @Test func `a zone with too many observances is unknown and leaves room for events`() throws {
        var limits = CalendarLimits()
        (limits.observances, limits.components) = (10, 20)
        let lines =
            zone("Long", (0..<30).map { "DTSTART:20\(10 + $0)0101T000000" })
            + event("DTSTART:20261124T120000Z\nDURATION:PT1H", uid: "1")
            + event("DTSTART;TZID=Long:20261125T120000\nDURATION:PT1H", uid: "2")
        let found = try busy(file(lines), limits: limits)
        #expect(found.problems.map(\.kind) == [.tooMany("observances"), .unknownZone("Long")])
        #expect(found.spans.count == 1)
    }

    @Test func `a zone that lost dates to a limit is unknown`() throws {
        var limits = CalendarLimits()
        limits.properties = 8
        let dates = (0..<9).map { "RDATE:20\(10 + $0)0101T000000" }.joined(separator: "\n")
        let lines =
            zone("Cut", ["DTSTART:20000101T000000\n\(dates)"])
            + event("DTSTART;TZID=Cut:20261125T120000\nDURATION:PT1H", uid: "1")
        let found = try busy(file(lines), limits: limits)
        #expect(found.problems.map(\.kind) == [.tooMany("properties"), .unknownZone("Cut")] && found.spans.isEmpty)
    }

    @Test func `a zone that lost its own properties to a limit is unknown`() throws {
        var limits = CalendarLimits()
        limits.properties = 8
        let lines =
            zone("Cut", ["DTSTART:20000101T000000"], properties: String(repeating: "TZID:Cut\n", count: 8))
            + event("DTSTART;TZID=Cut:20261125T120000\nDURATION:PT1H", uid: "1")
        let found = try busy(file(lines), limits: limits)
        #expect(found.problems.map(\.kind) == [.tooMany("properties"), .unknownZone("Cut")] && found.spans.isEmpty)
    }

    @Test func `an unreadable zone is read once, however often it is named`() {
        // A description is removed once it was read.
        let broken = Component(name: "VTIMEZONE", line: 1)
        var names = ZoneNames(descriptions: ["Broken": broken])
        #expect(names.descriptions.count == 1)
        for _ in 0..<3 { #expect(names.zone(named: "Broken") == nil) }
        #expect(names.descriptions.isEmpty)
        for number in 0..<2_000 { #expect(names.zone(named: "Nowhere/\(number)") == nil) }
        #expect(names.zone(named: "Europe/Berlin")?.name == "Europe/Berlin")
    }

    @Test func `a zone name of up to 200 bytes is searched in the system`() {
        func zone(_ count: Int) -> TimeZone? {
            ZoneNames.system("/" + String(repeating: "a", count: count) + "/Europe/Berlin")
        }
        #expect(zone(185)?.identifier == "Europe/Berlin")
        #expect(zone(186) == nil)
    }

    @Test func `a zone has at most 4,000 clock changes`() throws {
        var observance = ZoneDefinition.Observance(
            isDaylight: false, start: try #require(LocalDateTime("2026-01-01T00:00:00")), offsetBefore: 0, offset: 60)
        observance.dates = (1..<4_000).map { LocalDateTime(secondSinceEpoch: 1_767_225_600 + $0 * 3_600) }
        #expect(ZoneDefinition.periods(of: [observance]) != nil)
        observance.dates.append(LocalDateTime(secondSinceEpoch: 1_800_000_000))
        #expect(ZoneDefinition.periods(of: [observance]) == nil)
    }

    @Test func `the hash of a zone depends on its name and not on its observances`() throws {
        let observance = ZoneDefinition.Observance(
            isDaylight: false, start: try #require(LocalDateTime("2026-01-01T00:00:00")), offsetBefore: 0, offset: 60)
        var other = observance
        other.dates = [observance.start]
        let zones = [observance, other].map {
            ZoneDefinition(name: "A", observances: [$0], periods: ZoneOffsetTable([]))
        }
        #expect(zones[0] != zones[1] && zones[0].hashValue == zones[1].hashValue)
        let renamed = ZoneDefinition(name: "B", observances: [observance], periods: ZoneOffsetTable([]))
        #expect(zones[0] != renamed && zones[0].hashValue != renamed.hashValue)
    }

    // MARK: Events

    @Test func `changed occurrences without a series are not multiplied`() throws {
        let changed = (0..<40).map {
            event("RECURRENCE-ID:202611\(24 + $0 % 5)T1\($0 % 10)0000Z\nDTSTART:20261124T120000Z")
        }
        let series = (0..<40).map { _ in event("DTSTART:20261124T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2") }
        let found = try busy(file((changed + series).joined()))
        #expect(found.spans.map(\.start.timeIntervalSince1970) == [1_795_514_400, 1_795_600_800])
    }

    @Test func `busy times of other services are limited in number`() throws {
        var limits = CalendarLimits()
        limits.occurrences = 2
        let times = "20261124T100000Z/PT1H,20261125T100000Z/PT1H"
        let two = "BEGIN:VFREEBUSY\nFREEBUSY:\(times)\nEND:VFREEBUSY\n"
        #expect(try busy(file(two), limits: limits).spans.count == 2)
        let three = "BEGIN:VFREEBUSY\nFREEBUSY:\(times),20261126T100000Z/PT1H\nEND:VFREEBUSY\n"
        let found = try busy(file(three), limits: limits)
        #expect(found.spans.count == 2 && found.problems.map(\.kind) == [.tooMuchWork])
    }

    // MARK: Lines

    @Test func `a file beyond the limit is refused`() {
        let data = Data(repeating: UInt8(ascii: "\n"), count: 10_000_000)
        #expect(throws: CalendarFileError.tooLarge(bytes: 10_000_000, limit: 8_388_608)) {
            try CalendarFile.read(data)
        }
    }

    @Test func `components nested a thousand deep do not hide a later event`() throws {
        let one = event("DTSTART:20261124T120000Z\nDURATION:PT1H", uid: "1")
        for name in ["X", "VEVENT", "VCALENDAR", "VTIMEZONE"] {
            let nest =
                String(repeating: "BEGIN:\(name)\n", count: 1_000) + String(repeating: "END:\(name)\n", count: 1_000)
            let found = try busy(file(nest + one))
            #expect(found.spans.count == 1, "\(name)")
            // An event in an event ends the outer event, so events do not nest.
            let expected: CalendarProblem.Kind = name == "VEVENT" ? .unfinished(name) : .tooDeep
            #expect(found.problems.contains { $0.kind == expected }, "\(name)")
        }
    }

    @Test func `carriage returns alone do not end a line`() throws {
        let text = file(event("DTSTART:20261124T120000Z\nDURATION:PT1H", uid: "1"))
        #expect(throws: CalendarFileError.notACalendar) {
            try busy(text.replacingOccurrences(of: "\n", with: "\r"))
        }
        let mixed = "BEGIN:VCALENDAR\n" + String(repeating: "SUMMARY:a\rb\n", count: 1_000) + "END:VCALENDAR\n"
        #expect(try busy(mixed).problems.allSatisfy { $0.kind == .strayCarriageReturn || $0.kind == .more(900) })
    }

    @Test func `a fold in the middle of a character changes nothing`() throws {
        let summary = "Ü 👩‍👧 名"
        let whole = Array(file(event("DTSTART:20261124T120000Z\nSUMMARY:\(summary)", uid: "1")).utf8)
        let bytes = Array(summary.utf8)
        let start = try #require(whole.indices.first { whole[$0...].starts(with: bytes) })
        for place in start...start + bytes.count {
            let folded = whole[..<place] + Array("\r\n ".utf8) + whole[place...]
            #expect(try CalendarFile.read(Data(folded)).file.events.first?.summary == summary)
        }
    }

    @Test func `a line with many folds is measured by its bytes`() throws {
        var limits = CalendarLimits()
        limits.lineBytes = 1_000
        let line = "SUMMARY:" + String(repeating: "a\n ", count: 2_000)
        let lines = event("\(line)\nDTSTART:20261124T120000Z\nDURATION:PT1H", uid: "1")
        let found = try CalendarFile.read(Data(file(lines).utf8), limits: limits)
        #expect(found.problems.map(\.kind) == [.lineTooLong] && found.file.events.count == 1)
    }
}
