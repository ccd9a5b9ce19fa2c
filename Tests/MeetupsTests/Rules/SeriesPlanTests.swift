import Foundation
import ICalendar
import Meetups
import OrbitModels
import Testing
import TimeAndChance
import Validation

/// The rules by which a meetup may repeat, and the times of its occurrences.
@Suite struct SeriesPlanTests {
    private typealias Given = MeetupsUnderTest

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func plan(
        _ start: String, in zone: String = "Europe/Berlin", hours: Double = 2, lead: Double? = nil
    ) throws -> MeetupPlan {
        let zone = try self.zone(zone)
        let first = try #require(LocalDateTime(start)).instants(in: zone).first
        var plan = try Given.plan()
        plan.timeZone = zone
        plan.span = try #require(TimeSpan(start: first, end: first.addingTimeInterval(hours * 3_600)))
        plan.joinBy = lead.map { first.addingTimeInterval(-$0 * 3_600) }
        return plan
    }

    /// Creates a series, as of a day before the start.
    private func series(_ plan: MeetupPlan, _ rule: String) throws -> SeriesPlan {
        try SeriesPlan(plan, repeating: rule, at: plan.span.start.addingTimeInterval(-86_400))
    }

    private func failure(_ plan: MeetupPlan, _ rule: String) -> String? {
        do {
            _ = try series(plan, rule)
            return nil
        } catch let error as ValidationError {
            return error.failures.map { "\($0.path) \($0.code.rawValue)" }.joined(separator: ", ")
        } catch {
            return "\(error)"
        }
    }

    private func walls(_ series: SeriesPlan) -> [String] {
        series.occurrences.map { LocalDateTime($0.plan.span.start, in: $0.plan.timeZone).description }
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;COUNT=8", 8), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=52", 52), ("FREQ=DAILY;COUNT=2", 2),
        ("FREQ=MONTHLY;INTERVAL=3;COUNT=4", 4), ("FREQ=WEEKLY;UNTIL=20270223", 6), ("freq=daily;until=20270121", 3),
        ("FREQ=MONTHLY;BYDAY=3TU;COUNT=3", 3), ("FREQ=MONTHLY;BYMONTHDAY=19;COUNT=3", 3),
        ("FREQ=WEEKLY;UNTIL=20270126T170000Z", 2), ("FREQ=WEEKLY;UNTIL=20270126T165959Z", 1),
        ("FREQ=DAILY;INTERVAL=12;COUNT=4", 4), ("FREQ=DAILY;COUNT=2;UNTIL=", 0),
    ]) func `a meetup repeats by day, week or month`(_ rule: String, _ count: Int) throws {
        let plan = try self.plan("2027-01-19T18:00:00")  // a Tuesday
        guard count > 1 else {
            #expect(failure(plan, rule) == (count == 1 ? "repeats too_few" : "repeats unknown_repetition"))
            return
        }
        let series = try self.series(plan, rule)
        #expect(series.occurrences.count == count && series.occurrences[0].plan == plan)
        #expect(walls(series).allSatisfy { $0.hasSuffix("T18:00:00") })
        #expect(try self.series(plan, series.rule.description) == series)
    }

    @Test(arguments: [
        ("", "unknown_repetition"), ("FREQ=WEEKLY", "never_ends"), ("COUNT=8", "unknown_repetition"),
        ("FREQ=SECONDLY;COUNT=8", "unknown_repetition"), ("FREQ=YEARLY;COUNT=2", "unknown_repetition"),
        ("FREQ=WEEKLY;COUNT=1", "too_few"), ("FREQ=WEEKLY;COUNT=53", "too_many"),
        ("FREQ=DAILY;COUNT=999999999", "too_many"), ("FREQ=WEEKLY;COUNT=0", "unknown_repetition"),
        ("FREQ=WEEKLY;COUNT=-2", "unknown_repetition"),
        ("FREQ=WEEKLY;COUNT=99999999999999999999", "unknown_repetition"),
        ("FREQ=WEEKLY;COUNT=8;COUNT=8", "unknown_repetition"), ("FREQ=DAILY;UNTIL=20270401", "too_many"),
        ("FREQ=WEEKLY;COUNT=8;UNTIL=20270630", "unknown_repetition"),
        ("FREQ=WEEKLY;UNTIL=20270230", "unknown_repetition"),
        ("FREQ=DAILY;UNTIL=99991231", "too_far_ahead"), ("FREQ=MONTHLY;UNTIL=99991231T235959Z", "too_far_ahead"),
        ("FREQ=MONTHLY;COUNT=14", "too_far_ahead"), ("FREQ=MONTHLY;INTERVAL=12;COUNT=3", "too_far_ahead"),
        ("FREQ=WEEKLY;UNTIL=20270101", "too_few"), ("FREQ=WEEKLY;UNTIL=00000101", "too_few"),
        ("FREQ=WEEKLY;INTERVAL=13;COUNT=8", "unknown_repetition"),
        ("FREQ=WEEKLY;INTERVAL=999999999;COUNT=8", "unknown_repetition"),
        ("FREQ=WEEKLY;BYDAY=WE;COUNT=8", "starts_off_rule"), ("FREQ=MONTHLY;BYMONTHDAY=20;COUNT=8", "starts_off_rule"),
        ("FREQ=MONTHLY;BYDAY=TU;COUNT=8", "unknown_repetition"),
        ("FREQ=MONTHLY;BYDAY=5TU;COUNT=8", "unknown_repetition"),
        ("FREQ=MONTHLY;BYMONTHDAY=30,31;COUNT=8", "unknown_repetition"),
        ("FREQ=MONTHLY;BYMONTHDAY=-2;COUNT=8", "unknown_repetition"),
        ("FREQ=DAILY;BYDAY=MO;COUNT=8", "unknown_repetition"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2", "unknown_repetition"),
        ("FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1;COUNT=8", "unknown_repetition"),
        ("FREQ=WEEKLY;COUNT=٨", "unknown_repetition"),
    ]) func `any other rule is refused with a reason`(_ rule: String, _ code: String) throws {
        let plan = try self.plan("2027-01-19T18:00:00")
        #expect(failure(plan, rule) == "repeats \(code)")
        var entry = MeetupEntry(plan, repeats: rule)
        let rules = MeetupPlanRules(at: plan.span.start.addingTimeInterval(-86_400))
        #expect(rules.failures(in: entry).map(\.code.rawValue) == [code])
        entry.end = entry.start
        // Failures of the times are reported for the fields of the times.
        #expect(rules.failures(in: entry).map(\.path).contains("end_time"))
    }

    @Test func `29 February is left out of other years, and so is the 31st of short months`() throws {
        let leap = try series(try plan("2028-01-29T18:00:00"), "FREQ=MONTHLY;COUNT=3")
        #expect(walls(leap).map { $0.prefix(10) } == ["2028-01-29", "2028-02-29", "2028-03-29"])
        let common = try series(try plan("2027-01-29T18:00:00"), "FREQ=MONTHLY;BYMONTHDAY=29;COUNT=2")
        #expect(walls(common).map { $0.prefix(10) } == ["2027-01-29", "2027-03-29"])
        let from = try series(try plan("2028-02-29T18:00:00"), "FREQ=MONTHLY;COUNT=2")
        #expect(walls(from).map { $0.prefix(10) } == ["2028-02-29", "2028-03-29"])
        #expect(failure(try plan("2028-02-29T18:00:00"), "FREQ=MONTHLY;INTERVAL=12;COUNT=2") == "repeats too_far_ahead")
        let last = try series(try plan("2027-01-31T18:00:00"), "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3")
        #expect(walls(last).map { $0.prefix(10) } == ["2027-01-31", "2027-02-28", "2027-03-31"])
        let long = try series(try plan("2027-01-31T18:00:00"), "FREQ=MONTHLY;COUNT=3")
        #expect(walls(long).map { $0.prefix(10) } == ["2027-01-31", "2027-03-31", "2027-05-31"])
    }

    @Test func `a skipped time has the offset before the change, and a repeated time is its first instant`() throws {
        let spring = try series(try plan("2027-03-27T02:30:00", hours: 1), "FREQ=DAILY;COUNT=3")
        #expect(walls(spring) == ["2027-03-27T02:30:00", "2027-03-28T03:30:00", "2027-03-29T02:30:00"])
        #expect(
            spring.occurrences.map(\.wallTime.description) == [
                "2027-03-27T02:30:00", "2027-03-28T02:30:00", "2027-03-29T02:30:00",
            ])
        let autumn = try series(try plan("2027-10-30T02:30:00", hours: 1), "FREQ=DAILY;COUNT=3")
        let starts = autumn.occurrences.map(\.plan.span.start)
        #expect(starts[1].timeIntervalSince(starts[0]) == 86_400 && starts[2].timeIntervalSince(starts[1]) == 90_000)
        // The first occurrence is at the entered instant, even if that is the second reading of a repeated time.
        var second = try plan("2027-10-31T02:30:00", hours: 1)
        let start = second.span.start.addingTimeInterval(3_600)
        second.span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        let later = try series(second, "FREQ=DAILY;COUNT=2").occurrences
        #expect(later[0].plan == second)
        #expect(later[1].plan.span.start.timeIntervalSince(start) == 86_400)
    }

    @Test func `an occurrence that begins before the previous occurrence ends is refused`() throws {
        #expect(failure(try plan("2027-01-19T18:00:00", hours: 24), "FREQ=DAILY;COUNT=2") == nil)
        #expect(failure(try plan("2027-01-19T18:00:00", hours: 24.01), "FREQ=DAILY;COUNT=2") == "repeats overlaps")
        // The day on which clocks are set forward has 23 hours.
        #expect(failure(try plan("2027-03-27T18:00:00", hours: 24), "FREQ=DAILY;COUNT=3") == "repeats overlaps")
    }

    @Test(arguments: 0..<60) func `the occurrences of a random rule match RFC 5545, or the rule is refused`(
        _ seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "GMT"]
        let start =
            "2027-\(pick(["01", "03", "10", "12"]))-\(pick(["01", "27", "28", "30", "31"]))T"
            + pick(["00:00:00", "02:30:00", "02:00:00", "18:00:00", "23:59:59"])
        let plan = try self.plan(start, in: pick(zones), hours: pick([0.5, 2, 24, 100]), lead: pick([nil, 0, 30]))
        let rule =
            "FREQ=\(pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]));INTERVAL=\(pick([1, 2, 5, 12, 13]))"
            + pick([
                "", ";COUNT=2", ";COUNT=12", ";COUNT=52", ";COUNT=53", ";UNTIL=20280101", ";UNTIL=20270401T120000Z",
            ])
            + pick(["", "", ";BYDAY=MO,TU,WE,TH,FR,SA,SU", ";BYMONTHDAY=31", ";BYMONTHDAY=-1", ";BYDAY=-1SU"])
        // A refusal has a reason.
        guard let series = try? self.series(plan, rule) else {
            #expect(failure(plan, rule)?.hasPrefix("repeats ") == true)
            return
        }
        let parsed = try RecurrenceRule(rule)
        let wall = LocalDateTime(plan.span.start, in: plan.timeZone)
        let all = EventSeries(start: wall, zone: CalendarZone(plan.timeZone), rule: parsed).occurrences()
        #expect(Array(all.prefix(60)).map(\.wallTime) == series.occurrences.map(\.wallTime))
        #expect((2...MeetupLimits.occurrences).contains(series.occurrences.count))
        let rules = MeetupPlanRules(at: plan.span.start.addingTimeInterval(-86_400))
        for (one, next) in zip(series.occurrences, series.occurrences.dropFirst()) {
            #expect(one.plan.span.end <= next.plan.span.start)
            #expect(next.plan.span.start == next.wallTime.instants(in: plan.timeZone).first)
        }
        for occurrence in series.occurrences {
            #expect(occurrence.plan.span.duration == plan.span.duration)
            #expect(
                occurrence.plan.joinBy.map { occurrence.plan.span.start.timeIntervalSince($0) }
                    == plan.joinBy.map { plan.span.start.timeIntervalSince($0) })
            #expect(rules.failures(in: MeetupEntry(occurrence.plan)).blocking.isEmpty || plan.span.duration > 604_800)
        }
        #expect(rules.failures(in: MeetupEntry(plan, repeats: rule)).isEmpty)
    }

    @Test func `an edit changes no rule`() throws {
        let plan = try self.plan("2027-01-19T18:00:00")
        let now = plan.span.start.addingTimeInterval(-86_400)
        let rules = MeetupPlanRules(at: now, replacing: plan, rule: "FREQ=WEEKLY;COUNT=8")
        #expect(rules.failures(in: MeetupEntry(plan, repeats: "FREQ=WEEKLY;COUNT=8")).isEmpty)
        #expect(rules.failures(in: MeetupEntry(plan)).isEmpty)
        for (rules, text) in [
            (rules, "FREQ=WEEKLY;COUNT=9"), (MeetupPlanRules(at: now, replacing: plan), "FREQ=WEEKLY;COUNT=8"),
        ] {
            #expect(
                rules.failures(in: MeetupEntry(plan, repeats: text)) == [
                    FieldFailure(path: "repeats", code: .notAllowed)
                ])
        }
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;COUNT=8", "every Tuesday, 8 times"), ("FREQ=DAILY;UNTIL=20270121", "every day, until 2027-01-21"),
        ("FREQ=DAILY;INTERVAL=3;COUNT=2", "every 3 days, 2 times"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4", "every 2 weeks on Tuesday and Thursday, 4 times"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,FR;COUNT=4", "every Monday, Tuesday and Friday, 4 times"),
        ("FREQ=MONTHLY;COUNT=4", "every month on day 19, 4 times"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1;COUNT=4", "every 2 months on the last day of the month, 4 times"),
        ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", "every month on the last Friday, 4 times"),
        ("FREQ=MONTHLY;INTERVAL=3;BYDAY=3TU;COUNT=4", "every 3 months on the third Tuesday, 4 times"),
        ("FREQ=YEARLY;COUNT=2", nil), ("FREQ=WEEKLY", nil), ("every Tuesday", nil),
    ]) func `a rule has a description in words`(_ rule: String, _ message: String?) throws {
        let position = SeriesPosition(
            id: "s", rule: rule, occurrence: try #require(LocalDateTime("2027-01-19T18:00:00")))
        #expect(position.message() == message)
        let words = LocalizedStrings([
            LocalizationKey("repetition", "weekly"): "jeden {days}",
            LocalizationKey("repetition", "count"): "{rule}, {count}-mal",
            LocalizationKey("weekday", "tue"): "Dienstag",
        ])
        if rule == "FREQ=WEEKLY;COUNT=8" { #expect(position.message(in: words) == "jeden Dienstag, 8-mal") }
    }
}
