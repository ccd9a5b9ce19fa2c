import Foundation
import OrbitModels
import Testing
import TimeAndChance

@Suite struct AvailableTimeTests {
    @Test func `a weekly hour keeps its local time across a clock change`() throws {
        let maya = try availability("Tue 18–19", in: "America/New_York")
        #expect(try spans(of: maya, inWeekOf: "2026-03-03") == ["2026-03-03T23:00:00Z/3600"])
        #expect(try spans(of: maya, inWeekOf: "2026-03-10") == ["2026-03-10T22:00:00Z/3600"])
    }

    @Test func `a skipped hour is missing, and a repeated hour occurs twice`() throws {
        let owl = try availability("Sun 1–3", in: "America/New_York")
        #expect(try spans(of: owl, inWeekOf: "2026-03-08") == ["2026-03-08T06:00:00Z/3600"])
        #expect(try spans(of: owl, inWeekOf: "2026-11-01") == ["2026-11-01T05:00:00Z/10800"])
        let early = try availability("Sun 2–3", in: "America/New_York")
        #expect(try spans(of: early, inWeekOf: "2026-03-08") == [])
    }

    @Test func `a clock change of half an hour skips half an hour`() throws {
        // Lord Howe Island sets its clocks forward by thirty minutes, from two to half past.
        let islander = try availability("Sun 2–3", in: "Australia/Lord_Howe")
        #expect(try spans(of: islander, inWeekOf: "2026-10-04") == ["2026-10-03T15:30:00Z/1800"])
        #expect(try spans(of: islander, inWeekOf: "2026-10-11") == ["2026-10-10T15:00:00Z/3600"])
    }

    @Test func `a day that a zone skips has no hours`() throws {
        // Samoa skipped Friday, 30 December 2011.
        let samoan = try availability("Thu–Sat 9–10", in: "Pacific/Apia")
        #expect(
            try spans(of: samoan, inWeekOf: "2011-12-29") == ["2011-12-29T19:00:00Z/3600", "2011-12-30T19:00:00Z/3600"])
        let skipped = try #require(CalendarDay("2011-12-30"))
        let next = try #require(CalendarDay("2011-12-31"))
        #expect(skipped.start(in: samoan.timeZone) == next.start(in: samoan.timeZone))
    }

    @Test func `a day whose midnight is skipped begins at its first instant`() throws {
        // São Paulo used to set its clocks forward at midnight.
        let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let day = try #require(CalendarDay("2018-11-04"))
        #expect(day.start(in: zone) == RFC3339.date(from: "2018-11-04T03:00:00Z"))
        #expect(CalendarDay(day.start(in: zone), in: zone) == day)
    }

    @Test func `a day whose midnight is repeated begins at the second midnight`() throws {
        // São Paulo used to set its clocks back at midnight, to 23:00 of the day before.
        let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let day = try #require(CalendarDay("2018-02-18"))
        #expect(day.start(in: zone) == RFC3339.date(from: "2018-02-18T03:00:00Z"))
        #expect(CalendarDay(day.start(in: zone), in: zone) == day)
    }

    @Test func `people in distant zones share the hours of the same instants`() throws {
        let maya = try availability("Tue 17–22", in: "America/New_York")
        let kofi = try availability("Wed 7–10", in: "Asia/Tokyo")
        let winter = try #require(CalendarDay("2026-01-06"))
        let summer = try #require(CalendarDay("2026-07-07"))
        #expect(maya.hours(inWeekOf: winter, sharedWith: kofi).text() == "Tue 17–20")
        #expect(maya.hours(inWeekOf: summer, sharedWith: kofi).text() == "Tue 18–21")
        #expect(kofi.hours(inWeekOf: winter, sharedWith: maya).text() == "Wed 7–10")
    }

    @Test func `shared hours shift between the clock changes of two zones`() throws {
        // In 2026 New York changes on 8 March and London on 29 March.
        let maya = try availability("Tue 12–13", in: "America/New_York")
        let ada = try availability("Tue 17–18", in: "Europe/London")
        #expect(try maya.spans(in: week(of: "2026-03-03", for: maya), sharedWith: ada).count == 1)
        #expect(try maya.spans(in: week(of: "2026-03-10", for: maya), sharedWith: ada).isEmpty)
        #expect(try maya.spans(in: week(of: "2026-03-31", for: maya), sharedWith: ada).count == 1)
    }

    @Test func `zones half an hour apart share spans, and only whole hours as hours`() throws {
        let delhi = try availability("Mon 9–11", in: "Asia/Kolkata")
        let lahore = try availability("Mon 9–11", in: "Asia/Karachi")
        let day = try #require(CalendarDay("2026-05-04"))
        let week = try #require(TimeSpan(weekOf: day, in: delhi.timeZone))
        #expect(delhi.spans(in: week, sharedWith: lahore).map(\.duration) == [5_400])
        #expect(delhi.hours(inWeekOf: day, sharedWith: lahore).text() == "Mon 10–11")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `people in one zone share the hours that both have`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let people = [0, 1].map { _ in
            let hours = (0..<168).compactMap { hour in
                Bool.random(using: &dice) ? HourOfWeek(Weekday.allCases[hour / 24], hour: hour % 24) : nil
            }
            return WeeklyAvailability(timeZone: zone, hours: HourSet(hours))
        }
        let shared = people[0].hours(inWeekOf: try #require(CalendarDay("2026-05-06")), sharedWith: people[1])
        #expect(shared == people[0].hours.intersection(people[1].hours) && !shared.isEmpty)
    }

    @Test(arguments: [
        ("America/New_York", "2026-03-08"), ("America/New_York", "2026-11-01"), ("Australia/Lord_Howe", "2026-04-05"),
        ("Asia/Kathmandu", "2026-06-01"), ("Africa/Casablanca", "2026-02-15"), ("Pacific/Apia", "2011-12-30"),
    ]) func `every minute of a week is free exactly if its local hour is`(zone: String, day: String) throws {
        let person = try availability("Mon 22–3 · Wed 0–24 · Sun 1–4, 23–1", in: zone)
        let week = try week(of: day, for: person)
        let spans = person.spans(in: week)
        var minute = week.start
        var misplaced: [Date] = []
        while minute < week.end {
            let isFree = spans.contains { $0.start <= minute && minute < $0.end }
            if isFree != person.contains(minute) { misplaced.append(minute) }
            minute += 60
        }
        #expect(misplaced.isEmpty)
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end < $1.start })
    }

    @Test func `spans are clipped to the window`() throws {
        let person = try availability("Mon–Sun 0–24", in: "Europe/Berlin")
        let window = try #require(
            TimeSpan(
                start: Date(timeIntervalSince1970: 1_000_000.25), end: Date(timeIntervalSince1970: 1_009_999.75)))
        #expect(person.spans(in: window) == [window])
    }

    @Test(arguments: [-1e300, -1e12, 0, 1e12, 1e300]) func `an extreme window has at most 53 spans`(start: Double)
        throws
    {
        let person = try availability("Mon 9–10", in: "Europe/Berlin")
        let window = try #require(
            TimeSpan(start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: .infinity)))
        #expect(person.spans(in: window).count <= 53)
    }

    @Test func `adding days crosses months and years, and returns nil beyond the calendar`() throws {
        let day = try #require(CalendarDay("2026-12-31"))
        #expect(day.adding(days: 1)?.description == "2027-01-01")
        #expect(day.adding(days: -365)?.description == "2025-12-31")
        #expect(day.weekday == .thursday)
        #expect(day.adding(days: .max) == nil)
        #expect(day.adding(days: .min) == nil)
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(last.adding(days: 1) == nil)
        #expect(TimeSpan(weekOf: last, in: .gmt) == nil)
    }

    private func week(of day: String, for person: WeeklyAvailability) throws -> TimeSpan {
        let day = try #require(CalendarDay(day))
        return try #require(TimeSpan(weekOf: day, in: person.timeZone))
    }

    private func availability(_ text: String, in zone: String) throws -> WeeklyAvailability {
        WeeklyAvailability(
            timeZone: try #require(TimeZone(identifier: zone)), hours: try #require(HourSet(text)))
    }

    /// Returns each span as its start and its length in seconds.
    private func spans(of person: WeeklyAvailability, inWeekOf day: String) throws -> [String] {
        let week = try week(of: day, for: person)
        return try person.spans(in: week).map { "\(try #require(RFC3339.string(from: $0.start)))/\(Int($0.duration))" }
    }
}
