import Foundation
import ICalendar
import OrbitModels
import Testing

@Suite struct EventSeriesTests {
    private let berlin = CalendarZone(TimeZone(identifier: "Europe/Berlin") ?? .gmt)

    private func series(_ start: String, _ rule: String, zone: CalendarZone? = nil) throws -> EventSeries {
        EventSeries(
            start: try #require(LocalDateTime(start)), zone: zone ?? berlin, rule: try RecurrenceRule(rule))
    }

    private func days(_ series: EventSeries, _ count: Int = 100) -> [String] {
        series.occurrences().prefix(count).map { "\($0.wallTime.day)" }
    }

    @Test func `a weekly event keeps its local time when clocks change`() throws {
        let found = try series("2026-03-22T18:00:00", "FREQ=WEEKLY;COUNT=2").occurrences().map(\.instant)
        #expect(found.map { Int($0.timeIntervalSince1970) } == [1_774_198_800, 1_774_198_800 + 7 * 86_400 - 3_600])
    }

    /// RFC 5545, 3.3.10: an end that is an occurrence is the last occurrence.
    @Test(arguments: ["20260324", "20260324T180000", "20260324T170000Z"])
    func `an end that is an occurrence is included`(end: String) throws {
        let found = try days(series("2026-03-22T18:00:00", "FREQ=DAILY;UNTIL=\(end)"))
        #expect(found == ["2026-03-22", "2026-03-23", "2026-03-24"])
    }

    @Test func `a skipped time is an hour later, and a repeated time is its first instant`() throws {
        let spring = try series("2026-03-28T02:30:00", "FREQ=DAILY;COUNT=3").occurrences().map(\.instant)
        #expect(spring.map { berlin.wallTime(at: $0).hour } == [2, 3, 2])
        let autumn = try series("2026-10-25T02:30:00", "FREQ=DAILY;COUNT=1").occurrences().map(\.instant)
        #expect(autumn == [try Date("2026-10-25T00:30:00Z", strategy: .iso8601)])
    }

    @Test func `29 February and the 31st skip years and months without that day`() throws {
        #expect(
            try days(series("2096-02-29T12:00:00", "FREQ=YEARLY;COUNT=3")) == [
                "2096-02-29", "2104-02-29", "2108-02-29",
            ])
        #expect(
            try days(series("2026-01-31T12:00:00", "FREQ=MONTHLY;COUNT=3")) == [
                "2026-01-31", "2026-03-31", "2026-05-31",
            ])
    }

    @Test func `days of the week with and without a number are combined`() throws {
        let found = try days(series("2026-11-01T09:00:00", "FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=6"))
        #expect(found == ["2026-11-02", "2026-11-03", "2026-11-09", "2026-11-16", "2026-11-23", "2026-11-30"])
    }

    @Test func `positions in an incomplete first week are counted in the whole week`() throws {
        let found = try days(series("2026-11-25T09:00:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1;COUNT=2"))
        #expect(found == ["2026-11-30", "2026-12-07"])
    }

    @Test func `a week that begins in a month of the rule and ends in the next has only its days in that month`() throws
    {
        let series = try series("2023-01-28T13:00:00", "FREQ=WEEKLY;INTERVAL=7;WKST=SU;BYDAY=FR,SU,WE;BYMONTH=6")
        let year = series.occurrences().prefix(40).map { "\($0.wallTime.day)" }.filter { $0.hasPrefix("2027") }
        #expect(year == ["2027-06-27", "2027-06-30"])
    }

    /// After a period without occurrences, the search continues in the next month of the rule.
    @Test(arguments: [
        ("2026-01-01T12:00:00", "FREQ=DAILY;BYMONTH=1;BYMONTHDAY=31", ["2026-01-31", "2027-01-31"]),
        ("2024-12-27T12:00:00", "FREQ=WEEKLY;INTERVAL=5;BYMONTH=1", ["2025-01-31", "2026-01-16"]),
    ])
    func `the last period of a month is found after an empty period`(start: String, rule: String, found: [String])
        throws
    {
        #expect(try days(series(start, rule), 2) == found)
    }

    @Test func `an addition at a skipped time has the time that clocks show`() throws {
        let rule = try series("2026-03-28T02:30:00", "FREQ=DAILY;COUNT=2")
        let instants = rule.occurrences().map(\.instant)
        #expect(rule.occurrences().map { "\($0.wallTime)" } == ["2026-03-28T02:30:00", "2026-03-29T02:30:00"])
        let repeated = EventSeries(start: rule.start, zone: berlin, rule: rule.rule, additions: [instants[1]])
        #expect(repeated.occurrences().map { "\($0.wallTime)" } == ["2026-03-28T02:30:00", "2026-03-29T03:30:00"])
    }

    @Test func `exclusions and additions are applied, and no occurrence is repeated`() throws {
        let all = try series("2026-11-24T18:00:00", "FREQ=WEEKLY;COUNT=4")
        let instants = all.occurrences().map(\.instant)
        let extra = instants[0].addingTimeInterval(86_400)
        let changed = EventSeries(
            start: all.start, zone: berlin, rule: all.rule, additions: [extra, instants[3], instants[0]],
            exclusions: [instants[1]], excludedDays: try [#require(CalendarDay("2026-12-08"))])
        #expect(changed.occurrences().map(\.instant) == [instants[0], extra, instants[3]])
    }

    @Test func `a series without a rule has its start and its additions`() throws {
        let start = try #require(LocalDateTime("2026-11-24T18:00:00"))
        let earlier = Date(timeIntervalSince1970: 0)
        let series = EventSeries(start: start, zone: berlin, additions: [earlier])
        #expect(series.occurrences().map(\.instant) == [earlier, berlin.instants(of: start).first])
    }

    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;BYMONTH=4",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
        "FREQ=YEARLY;INTERVAL=999999999;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=WEEKLY;INTERVAL=999999999;COUNT=999999999;BYMONTH=1",
    ])
    func `a rule that never falls on a day has no occurrences`(rule: String) throws {
        let times = try series("2026-04-30T12:00:00", rule).occurrences().map(\.wallTime)
        #expect(times.isEmpty)
    }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: ["FREQ=DAILY", "FREQ=DAILY;COUNT=999999999", "FREQ=WEEKLY;COUNT=999999999;BYDAY=SA"])
    func `occurrences in a window far from the start are found`(rule: String) throws {
        let series = try series("0001-01-06T12:00:00", rule)
        let start = try #require(LocalDateTime("9999-12-18T00:00:00")).instants(in: .gmt).first
        let window = try #require(TimeSpan(start: start, end: start.addingTimeInterval(7 * 86_400)))
        #expect(series.occurrences(in: window).count == (rule.contains("WEEKLY") ? 1 : 7))
    }

    @Test func `a series ends with the calendar`() throws {
        #expect(try days(series("9999-12-30T23:00:00", "FREQ=DAILY")) == ["9999-12-30", "9999-12-31"])
        #expect(try days(series("9998-12-31T23:00:00", "FREQ=YEARLY")) == ["9998-12-31", "9999-12-31"])
        #expect(try days(series("0000-02-29T00:00:00", "FREQ=YEARLY"), 2) == ["0000-02-29", "0004-02-29"])
    }

    @Test func `a day that a zone skips does not repeat an instant`() throws {
        let apia = CalendarZone(try #require(TimeZone(identifier: "Pacific/Apia")))
        let found = try series("2011-12-29T12:00:00", "FREQ=DAILY;COUNT=4", zone: apia).occurrences().map(\.instant)
        #expect(found.count == 3 && Set(found).count == 3)
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=2TU;COUNT=30", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU;WKST=SU;COUNT=30",
        "FREQ=DAILY;INTERVAL=5;COUNT=30",
    ])
    func `occurrences in a window equal those of the whole series`(rule: String) throws {
        let series = try series("2026-01-14T09:00:00", rule)
        let all = Array(series.occurrences())
        #expect(all.count == 30)
        for skipped in [0, 1, 7, 29] {
            let end = all[min(skipped + 5, 29)].instant
            guard let window = TimeSpan(start: all[skipped].instant, end: end) else { continue }
            #expect(series.occurrences(in: window) == Array(all[skipped..<min(skipped + 5, 29)]))
            #expect(Array(series.occurrences(from: all[skipped].instant)) == Array(all[skipped...]))
        }
    }
}
