import OrbitModels
import Testing

@testable import ICalendar

/// The days of rules, as numbers of days since 1970-01-01.
@Suite struct RuleDaysTests {
    /// A rule that falls on the first day of a period, and the start of its series.
    private static let rules: [(String, Int)] = [
        ("FREQ=DAILY", 0), ("FREQ=WEEKLY", 4), ("FREQ=MONTHLY;BYMONTHDAY=1", 0), ("FREQ=YEARLY", 0),
    ]

    private func days(
        of text: String, start: Int = 0, from: Int = .min, through: Int = .max, budget: Int = .max, count: Int = 2_000
    ) throws -> [Int] {
        let days = RuleDays(
            of: try RecurrenceRule(text), start: start, from: from, through: through, budget: budget)
        return Array(IteratorSequence(days).prefix(count))
    }

    @Test(arguments: rules) func `the last day to return is included`(text: String, start: Int) throws {
        let all = try days(of: text, start: start, through: 800)
        #expect(all.count > 2)
        for last in 0...800 {
            #expect(try days(of: text, start: start, through: last) == all.filter { $0 <= last }, "\(last)")
        }
    }

    @Test(arguments: [
        ("FREQ=DAILY", 1_000), ("FREQ=DAILY;COUNT=2000", 1_000), ("FREQ=WEEKLY", 700), ("FREQ=WEEKLY;COUNT=200", 700),
        ("FREQ=MONTHLY", 31), ("FREQ=YEARLY", 3_652),
    ])
    func `a later day is found without a search of the days before it`(text: String, from: Int) throws {
        #expect(try days(of: text, from: from, budget: 1) == [from])
    }

    @Test func `days before the first day to return count as occurrences`() throws {
        #expect(try days(of: "FREQ=DAILY;COUNT=2000", from: 1_000) == Array(1_000..<2_000))
        #expect(try days(of: "FREQ=DAILY;COUNT=5", from: 5).isEmpty)
    }

    @Test func `a search ends with its budget of periods`() throws {
        #expect(try days(of: "FREQ=DAILY", budget: 3) == [0, 1, 2])
        #expect(try days(of: "FREQ=DAILY", budget: 0).isEmpty)
    }

    @Test func `the last day of the calendar is 31 December 9999`() throws {
        let last = try #require(CalendarDay("9999-12-31")).sinceEpoch
        #expect(try days(of: "FREQ=DAILY", start: last - 1) == [last - 1, last])
        #expect(try days(of: "FREQ=WEEKLY", start: last - 7) == [last - 7, last])
    }
}
