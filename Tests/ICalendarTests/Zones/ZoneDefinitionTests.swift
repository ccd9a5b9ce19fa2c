import Foundation
import OrbitModels
import Testing

@testable import ICalendar

@Suite struct ZoneDefinitionTests {
    private func observance(
        _ start: LocalDateTime, offsetBefore: Int = 0, offset: Int = 0, rule: String
    ) throws -> ZoneDefinition.Observance {
        ZoneDefinition.Observance(
            isDaylight: false, start: start, offsetBefore: offsetBefore, offset: offset, rule: try RecurrenceRule(rule))
    }

    /// The rule is examined for each day through 2131-01-01, which is day 58,804 since 1970.
    @Test(arguments: [(8_806, true), (8_805, false)])
    func `fewer than 50,000 periods of the rules of a zone are examined`(start: Int, isKnown: Bool) throws {
        let daily = try observance(
            LocalDateTime(secondSinceEpoch: start * 86_400), rule: "FREQ=DAILY;BYMONTHDAY=31")
        #expect((ZoneDefinition.periods(of: [daily]) != nil) == isKnown)
    }

    /// The clock is changed at noon. An end in UTC refers to the offset before the change.
    @Test(arguments: [
        ("20000103", 3), ("20000103T120000", 3), ("20000103T115959", 2), ("20000103T100000Z", 3),
        ("20000103T095959Z", 2),
    ])
    func `the rule of a zone includes a change at its end`(end: String, changes: Int) throws {
        let start = try #require(LocalDateTime("2000-01-01T12:00:00"))
        let daily = try observance(start, offsetBefore: 7_200, offset: 3_600, rule: "FREQ=DAILY;UNTIL=\(end)")
        #expect(ZoneDefinition.periods(of: [daily])?.periods.count == changes + 1)
    }

    private func read(offset: String) throws -> CalendarReading {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:Campus
            BEGIN:STANDARD
            DTSTART:20000101T000000
            TZOFFSETFROM:+0000
            TZOFFSETTO:\(offset)
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:1
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Campus:20260101T120000
            DTEND;TZID=Campus:20260101T130000
            END:VEVENT
            END:VCALENDAR
            """
        return try CalendarFile.read(Data(text.utf8))
    }

    @Test(arguments: [
        ("+0100", 3_600), ("-0330", -12_600), ("+2300", 82_800), ("+0059", 3_540), ("+000059", 59), ("-0000", 0),
        ("-235959", -86_399),
    ])
    func `an offset from UTC is read to the second`(text: String, offset: Int) throws {
        let read = try read(offset: text)
        #expect(read.problems == [])
        let start = try #require(read.file.events.first).start.instant(in: .gmt)
        #expect(start == Date(timeIntervalSince1970: Double(1_767_268_800 - offset)))
    }

    @Test(arguments: [
        "", "+", "+01", "+010", "0100", "00100", "+01000", "+0100000", "+01a0", "+1:00", "+-100", "+2400", "+0060",
        "+000060",
    ])
    func `a zone with an invalid offset is unknown`(text: String) throws {
        let read = try read(offset: text)
        #expect(read.problems.map(\.kind) == [.unknownZone("Campus")] && read.file.events.isEmpty)
    }

    /// Returns a change on the second Sunday in March of each year, and in the first year a number of days later.
    private func changes(laterInFirstYear shift: Int) -> [ZoneChange] {
        (2_009...2_040).compactMap { year -> ZoneChange? in
            let days = (8...14).compactMap { CalendarDay(year: year, month: 3, day: $0)?.sinceEpoch }
            guard let sunday = days.first(where: { RulePeriods.weekday($0) == 6 }) else { return nil }
            let day = sunday + (year == 2_009 ? shift : 0)
            return ZoneChange(second: day * 86_400 + 7_200, offsetBefore: 0, offset: 3_600)
        }
    }

    @Test func `yearly changes follow a rule only if the first year follows it too`() {
        #expect(YearlyChanges(in: changes(laterInFirstYear: 0)) != nil)
        #expect(YearlyChanges(in: changes(laterInFirstYear: 7)) == nil)
    }
}
