import Foundation
import ICalendar
import Meetups
import OrbitModels
import Testing
import TimeAndChance
import Validation

/// The effect of an edit of one occurrence on the following occurrences.
@Suite struct SeriesEditTests {
    private typealias Given = MeetupsUnderTest

    /// Mondays at 18:00 in Berlin, across the night in which clocks are set forward.
    private func series(_ rule: String = "FREQ=WEEKLY;COUNT=6") throws -> [(position: SeriesPosition, plan: MeetupPlan)]
    {
        var plan = try Given.plan()
        plan.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let start = try #require(LocalDateTime("2027-03-15T18:00:00")).instants(in: plan.timeZone).first
        plan.span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(7_200)))
        plan.joinBy = start.addingTimeInterval(-3_600)
        let series = try SeriesPlan(plan, repeating: rule, at: start.addingTimeInterval(-86_400))
        return series.occurrences.map {
            (SeriesPosition(id: "s", rule: series.rule.description, occurrence: $0.wallTime), $0.plan)
        }
    }

    private func moved(_ plan: MeetupPlan, to wall: String, hours: Double = 2) throws -> MeetupPlan {
        var plan = plan
        let start = try #require(LocalDateTime(wall)).instants(in: plan.timeZone).first
        plan.span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(hours * 3_600)))
        return plan
    }

    private func wall(_ entry: MeetupEntry) throws -> String {
        LocalDateTime(try #require(entry.start), in: try #require(TimeZone(identifier: entry.timeZone))).description
    }

    @Test func `an edit changes its fields in later occurrences, except fields edited there alone`() throws {
        let series = try self.series()
        var after = series[1].plan
        (after.title, after.capacity, after.place.name) = ("Go", 9, "Court 4")
        let edit = try SeriesEdit(from: series[1].plan, to: after, at: series[1].position)
        #expect(edit.changed == [.title, .capacity, .place])
        var later = series[3].plan
        (later.title, later.description) = ("Final", "Bring everyone.")
        var expected = MeetupEntry(later)
        (expected.capacity, expected.place.name) = (9, "Court 4")
        #expect(edit.entry(later, at: series[3].position, keeping: [.title, .description]) == expected)
        #expect(edit.movedPosition(of: series[3].position) == series[3].position)
    }

    @Test func `following occurrences and the rule move by the same time on the wall clock`() throws {
        let series = try self.series("FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270412")
        let after = try moved(series[1].plan, to: "2027-03-20T19:30:00", hours: 3)  // Thursday to Saturday
        let edit = try SeriesEdit(from: series[1].plan, to: after, at: series[1].position)
        #expect(edit.movedPosition(of: series[1].position).occurrence == LocalDateTime("2027-03-20T19:30:00"))
        #expect(
            edit.movedPosition(of: series[1].position).rule == "FREQ=WEEKLY;UNTIL=20270414;BYDAY=WE,SA;WKST=WE")
        var starts: [String] = []
        for (position, plan) in series.dropFirst(2) {
            let entry = edit.entry(plan, at: position, keeping: [])
            starts.append(try wall(entry))
            #expect(try #require(entry.end).timeIntervalSince(try #require(entry.start)) == 3 * 3_600)
            // The edit keeps the deadline to join. The time between deadline and start grows by the same amount.
            #expect(entry.joinBy == entry.start?.addingTimeInterval(-3_600 - 2 * 86_400 - 5_400))
        }
        #expect(starts.map { $0.suffix(8) }.allSatisfy { $0 == "19:30:00" })
        #expect(starts.first == "2027-03-24T19:30:00" && starts.last == "2027-04-14T19:30:00")
    }

    @Test func `an occurrence moved alone keeps its time, and its position in the rule`() throws {
        let series = try self.series()
        let edit = try SeriesEdit(
            from: series[0].plan, to: try moved(series[0].plan, to: "2027-03-15T20:00:00"), at: series[0].position)
        let alone = try moved(series[2].plan, to: "2027-03-31T09:00:00")
        let entry = edit.entry(alone, at: series[2].position, keeping: [.time])
        #expect(entry.start == alone.span.start && entry.end == alone.span.end)
        #expect(edit.movedPosition(of: series[2].position).occurrence == LocalDateTime("2027-03-29T20:00:00"))
    }

    @Test func `an edit of an occurrence moved alone moves following occurrences to its new time`() throws {
        let series = try self.series()
        let alone = try moved(series[1].plan, to: "2027-03-24T20:00:00")  // Wednesday
        let after = try moved(alone, to: "2027-03-24T19:00:00")
        let edit = try SeriesEdit(from: alone, to: after, at: series[1].position)
        #expect(try wall(edit.entry(series[2].plan, at: series[2].position, keeping: [])) == "2027-03-31T19:00:00")
        // Only the length changes: following occurrences get the length and keep their times.
        let longer = try moved(alone, to: "2027-03-24T20:00:00", hours: 4)
        let lengthened = try SeriesEdit(from: alone, to: longer, at: series[1].position)
            .entry(series[2].plan, at: series[2].position, keeping: [])
        #expect(try wall(lengthened) == "2027-03-29T18:00:00")
        #expect(lengthened.end == lengthened.start?.addingTimeInterval(4 * 3_600))
    }

    @Test func `a new zone keeps local times, and a move that a rule cannot express is refused`() throws {
        let series = try self.series()
        var after = series[0].plan
        after.timeZone = try #require(TimeZone(identifier: "America/New_York"))
        after = try moved(after, to: "2027-03-15T18:00:00")
        let edit = try SeriesEdit(from: series[0].plan, to: after, at: series[0].position)
        #expect(try wall(edit.entry(series[4].plan, at: series[4].position, keeping: [])) == "2027-04-12T18:00:00")
        let monthly = try self.series("FREQ=MONTHLY;BYDAY=3MO;COUNT=3")
        let sooner = try moved(monthly[0].plan, to: "2027-03-15T09:00:00")
        let kept = try SeriesEdit(from: monthly[0].plan, to: sooner, at: monthly[0].position)
        #expect(try wall(kept.entry(monthly[1].plan, at: monthly[1].position, keeping: [])) == "2027-04-19T09:00:00")
        #expect(throws: ValidationError.invalid([FieldFailure(path: "time", code: .cannotMoveSeries)])) {
            let other = try moved(monthly[0].plan, to: "2027-03-16T18:00:00")
            _ = try SeriesEdit(from: monthly[0].plan, to: other, at: monthly[0].position)
        }
    }

    @Test func `the deadline to join moves along, and is never after the start`() throws {
        let series = try self.series()
        var after = try moved(series[0].plan, to: "2027-03-15T20:00:00")
        after.joinBy = after.span.start.addingTimeInterval(-3_600)
        let moved = try SeriesEdit(from: series[0].plan, to: after, at: series[0].position)
        #expect(!moved.changed.contains(.joinBy))
        let entry = moved.entry(series[3].plan, at: series[3].position, keeping: [])
        #expect(entry.joinBy == entry.start?.addingTimeInterval(-3_600))
        after = try self.moved(series[0].plan, to: "2027-03-15T10:00:00")
        after.joinBy = nil
        let earlier = try SeriesEdit(from: series[0].plan, to: after, at: series[0].position)
        #expect(earlier.entry(series[3].plan, at: series[3].position, keeping: []).joinBy == nil)
        let own = earlier.entry(series[3].plan, at: series[3].position, keeping: [.joinBy])
        #expect(own.joinBy == own.start)
    }

    @Test(arguments: 0..<30) func `a series moved there and back is equal to the original series`(_ seed: UInt64) throws
    {
        var random = SplitMix64(seed: seed)
        let rules = [
            "FREQ=WEEKLY;COUNT=6", "FREQ=DAILY;INTERVAL=2;COUNT=20", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR,SU;COUNT=9",
            "FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20270510",
        ]
        let before = try series(try #require(rules.randomElement(using: &random)))
        let days = Int.random(in: -10...10, using: &random)
        let wall = LocalDateTime(
            try #require(before[0].position.occurrence.day.adding(days: days)),
            hour: Int.random(in: 0...23, using: &random))
        let there = try moved(before[0].plan, to: try #require(wall).description)
        let edit = try SeriesEdit(from: before[0].plan, to: there, at: before[0].position)
        guard edit.changed.contains(.time) else { return }
        let after = try before.map { position, plan in
            let entry = edit.entry(plan, at: position, keeping: [])
            var plan = plan
            let (start, end) = (try #require(entry.start), try #require(entry.end))
            plan.span = try #require(TimeSpan(start: start, end: end))
            plan.joinBy = entry.joinBy
            return (position: edit.movedPosition(of: position), plan: plan)
        }
        // The moved rule produces the times of all occurrences.
        let said = EventSeries(
            start: after[0].position.occurrence, zone: CalendarZone(there.timeZone),
            rule: try RecurrenceRule(after[0].position.rule))
        #expect(Array(said.occurrences().prefix(60)).map(\.wallTime) == after.map(\.position.occurrence))
        #expect(said.occurrences().prefix(60).map(\.instant) == after.map(\.plan.span.start))
        let back = try SeriesEdit(from: after[0].plan, to: before[0].plan, at: after[0].position)
        for (one, was) in zip(after, before) {
            #expect(back.movedPosition(of: one.position).occurrence == was.position.occurrence)
            #expect(back.entry(one.plan, at: one.position, keeping: []) == MeetupEntry(was.plan))
        }
    }
}
