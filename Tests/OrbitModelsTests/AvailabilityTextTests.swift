import OrbitModels
import Testing

@Suite struct AvailabilityTextTests {
    @Test func `the hours of the week are strictly ordered`() throws {
        let hours = try Weekday.allCases.flatMap { day in
            try (0...23).map { try #require(HourOfWeek(day, hour: $0)) }
        }
        for (first, second) in zip(hours, hours.dropFirst()) {
            #expect(first < second && !(second < first) && !(first < first))
        }
    }

    @Test(arguments: [
        ("Mon, Wed 9–12 · Tue 17–19", "Mon, Wed 9–12 · Tue 17–19"),
        ("tue 17-19, mon 9-12; wednesday 09:00 - 12:00", "Mon, Wed 9–12 · Tue 17–19"),
        ("Mon 9–12 13–15", "Mon 9–12, 13–15"),
        ("Mon 9–12, Mon 11–15", "Mon 9–15"),
        ("Mon Tue Wed 8–9, Fri 8–9, Sat 8–9", "Mon–Wed, Fri, Sat 8–9"),
        ("Fri–Mon 10–11", "Mon, Fri–Sun 10–11"),
        ("Fri 22–2", "Fri 22–2"),
        ("Fri 22–24, Sat 0–2", "Fri 22–2"),
        ("Sun 23–1", "Sun 23–1"),
        ("Fri 22–0", "Fri 22–24"),
        ("Mon–Sun 0–24", "Mon–Sun 0–24"),
        ("Mon 14–24 Tue 0–24 Wed 0–3", "Mon 14–24 · Tue 0–24 · Wed 0–3"),
        ("Mon–Sun 22–6", "Mon–Sun 22–6"),
        ("", ""),
        (" ·,", ""),
    ]) func `hours are parsed from several spellings and written in a single form`(typed: String, written: String)
        throws
    {
        let hours = try #require(HourSet(typed))
        #expect(hours.text() == written)
        #expect(HourSet(written) == hours)
    }

    @Test(arguments: [
        "Tue", "17–19", "Tue 17", "Tue 17–", "Tue –19", "Tue 17–17", "Tue 0–0", "Tue 24–3", "Tue 9–25", "Tue 9:30–12",
        "Tue 5pm–7pm", "T 9–12", "M 9–12",
        "Yesterday 9–12", "Tue 9–12 Wed", "Tue 9–12 / 13–15", "Tue 009–12", "Tue- 9–12",
        "Tue ٩–١٢", "Tue 99999999999999999999–3", "\u{202E}Tue 9–12",
    ]) func `hours that cannot be fully parsed are refused`(typed: String) {
        #expect(HourSet(typed) == nil)
    }

    @Test func `every set of hours survives a round trip through text`() throws {
        var state: UInt64 = 7
        for density in 1...200 {
            var hours = HourSet()
            for weekday in Weekday.allCases {
                for hour in 0..<24 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    guard Int(state >> 33) % 200 < density else { continue }
                    hours.insert(try #require(HourOfWeek(weekday, hour: hour)))
                }
            }
            #expect(HourSet(hours.text()) == hours)
        }
    }

    @Test func `hours are parsed and written with the weekday names of a language`() throws {
        let german = try #require(
            WeekdayNames(
                short: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
                long: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]))
        let hours = try #require(HourSet("Mo, Mittwoch 9–12", names: german))
        #expect(hours.text(names: german) == "Mo, Mi 9–12")
        #expect(HourSet("Wed 9–12", names: german) == nil)
        let week = Weekday.allCases.map { "\($0)" }
        #expect(WeekdayNames(short: ["Mo"], long: week) == nil && WeekdayNames(short: week, long: ["Montag"]) == nil)
    }

    @Test func `days with equal hours form a group in the order of their first day`() throws {
        let hours = try #require(HourSet("Thu 17–19, Mon 9–12, Fri 9–12, 22–1"))
        #expect(hours.groups.map(\.days) == [[.monday], [.thursday], [.friday]])
        let night = try #require(hours.groups.last?.ranges.last)
        #expect((night.start, night.end, night.endsNextDay) == (22, 1, true))
    }

    @Test func `toggling a range fills its missing hours first, and removes it when it is full`() throws {
        var hours = try #require(HourSet("Tue 17–18"))
        let evening = try #require(HourRange(from: 17, to: 20))
        hours.toggle(evening, on: .tuesday)
        #expect(hours.text() == "Tue 17–20")
        hours.toggle(evening, on: .tuesday)
        #expect(hours.isEmpty)
    }

    @Test func `a night range on Sunday continues on Monday`() throws {
        var hours = HourSet()
        let night = try #require(HourRange(from: 22, to: 2))
        hours.toggle(night, on: .sunday)
        #expect(hours.contains(try #require(HourOfWeek(.monday, hour: 1))))
        #expect(hours.count == 4)
        hours.remove(night, on: .sunday)
        #expect(hours.isEmpty)
    }

    @Test(arguments: [(24, 3), (-1, 3), (9, 25), (9, -1), (9, 9), (0, 0), (Int.min, Int.max)])
    func `a range outside the day, or of no hours, is refused`(start: Int, end: Int) {
        #expect(HourRange(from: start, to: end) == nil)
    }
}
