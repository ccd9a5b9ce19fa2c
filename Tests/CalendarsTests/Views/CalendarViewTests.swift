import Drawing
import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

private func entry(_ id: String, _ time: TimeSpan, _ title: String = "T") -> CalendarEntry {
    CalendarEntry(id: id, title: title, time: .span(time))
}

private func randomEntries(_ random: inout SplitMix64, from second: Int, days: Int, count: Int) throws
    -> [CalendarEntry]
{
    try (0..<count).map { id in
        let start = second + Int.random(in: 0..<days * 96, using: &random) * 900
        let quarters = Int.random(in: 1...(id % 7 == 0 ? 300 : 12), using: &random)
        return entry("\(id)", try span(start, start + quarters * 900))
    }
}

@Suite struct CalendarMonthTests {
    @Test(arguments: Weekday.allCases)
    func `a month has four to six weeks, and each of its days once`(first: Weekday) throws {
        for year in [0, 1, 2_015, 2_026, 2_028, 9_999] {
            for month in 1...12 {
                let day = try #require(CalendarDay(year: year, month: month, day: 5))
                let weeks = CalendarMonth(containing: day, in: .gmt, firstWeekday: first, entries: []).weeks
                #expect((4...6).contains(weeks.count))
                let days = weeks.flatMap(\.days)
                #expect(zip(days, days.dropFirst()).allSatisfy { $1.date.days(since: $0.date) == 1 })
                #expect(days.allSatisfy { ($0.date.weekday.rawValue - first.rawValue + 7) % 7 == $0.column })
                #expect((28...31).contains(days.count(where: \.isInMonth)))
                if (1...9_998).contains(year) { #expect(weeks.allSatisfy { $0.days.count == 7 }) }
            }
        }
        let february = try day("2015-02-01")
        #expect(CalendarMonth(containing: february, in: .gmt, firstWeekday: .sunday, entries: []).weeks.count == 4)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `segments do not overlap, and each entry is on all of its days`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let berlin = try zone("Europe/Berlin")
        let entries = try randomEntries(&random, from: 1_774_000_000, days: 40, count: 60)
        let month = CalendarMonth(containing: try day("2026-03-29"), in: berlin, entries: entries)
        #expect(CalendarMonth(containing: try day("2026-03-01"), in: berlin, entries: entries.reversed()) == month)
        for week in month.weeks {
            var taken: Set<[Int]> = []
            for segment in week.segments {
                for column in segment.columns { #expect(taken.insert([segment.line, column]).inserted) }
            }
            for day in week.days {
                let expected = entries.filter { entry in
                    guard case .span(let span) = entry.time else { return false }
                    let end = span.end.addingTimeInterval(-1)
                    return CalendarDay(span.start, in: berlin) <= day.date && day.date <= CalendarDay(end, in: berlin)
                }
                let shown = week.segments.filter { $0.columns.contains(day.column) }
                #expect(Set(shown.map(\.entry.id)) == Set(expected.map(\.id)))
                #expect(day.entryCount == expected.count)
            }
        }
    }

    @Test func `a day may have 23, 24.5, 25 or no hours`() throws {
        func hours(_ text: String, _ name: String) throws -> Double? {
            let day = try day(text)
            return CalendarMonth(containing: day, in: try zone(name), entries: []).weeks.flatMap(\.days)
                .first { $0.date == day }?.hours
        }
        #expect(try hours("2026-03-29", "Europe/Berlin") == 23)
        #expect(try hours("2026-10-25", "Europe/Berlin") == 25)
        #expect(try hours("2011-12-30", "Pacific/Apia") == 0)
        #expect(try hours("2026-04-05", "Australia/Lord_Howe") == 24.5)
    }

    @Test func `an entry until midnight ends on its day, and the last entry of an id is shown`() throws {
        let night = try span("2026-11-22T20:00:00", "2026-11-23T00:00:00", .gmt)
        let month = CalendarMonth(
            containing: try day("2026-11-22"), in: .gmt, entries: [entry("a", night, "old"), entry("a", night, "new")])
        let segments = month.weeks.flatMap(\.segments)
        #expect(segments.map(\.entry.title) == ["new"])
        #expect(segments.first?.columns == 6...6 && segments.first?.isBar == false)
    }

    @Test func `a longer bar is above a shorter bar that starts earlier`() throws {
        let month = CalendarMonth(
            containing: try day("2026-11-17"), in: .gmt,
            entries: [
                CalendarEntry(id: "short", title: "", time: .days(try day("2026-11-17"), try day("2026-11-18"))),
                CalendarEntry(id: "long", title: "", time: .days(try day("2026-11-18"), try day("2026-11-20"))),
            ])
        #expect(month.weeks.flatMap(\.segments).map(\.entry.id) == ["long", "short"])
    }

    @Test func `infinite, NaN and reversed entries are laid out without a trap`() throws {
        let all = try #require(
            TimeSpan(start: Date(timeIntervalSince1970: -.infinity), end: Date(timeIntervalSince1970: .infinity)))
        let odd = [
            entry("all", all), CalendarEntry(id: "nan", title: "", time: .moment(Date(timeIntervalSince1970: .nan))),
            CalendarEntry(id: "far", title: "", time: .moment(Date(timeIntervalSince1970: 1e300))),
            CalendarEntry(id: "back", title: "", time: .days(try day("9999-12-31"), try day("0000-01-01"))),
        ]
        for text in ["0000-01-01", "0001-01-01", "2026-11-22", "9999-12-31"] {
            let day = try day(text)
            let month = CalendarMonth(containing: day, in: .gmt, entries: odd)
            #expect(month.weeks.allSatisfy { $0.segments.count == 2 })
            #expect(CalendarMonthText().text(for: month).isEmpty == false)
            let week = CalendarWeek(from: day, in: .gmt, entries: odd)
            #expect(week.bars.count == 2)
            let agenda = CalendarAgenda(from: day, count: .max, in: .gmt, entries: odd)
            #expect(agenda.days.count <= 371 && agenda.days.allSatisfy { $0.items.count == 2 })
        }
    }
}

@Suite struct CalendarWeekTests {
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `overlapping boxes are side by side, in the fewest possible columns`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let berlin = try zone("Europe/Berlin")
        let entries = try randomEntries(&random, from: 1_792_600_000, days: 7, count: 80)
        let week = CalendarWeek(from: try day("2026-10-19"), in: berlin, entries: entries)
        #expect(CalendarWeek(from: try day("2026-10-19"), in: berlin, entries: entries.reversed()) == week)
        for day in week.days {
            for (index, box) in day.boxes.enumerated() {
                #expect(box.top < box.bottom && box.bottom <= Double(week.rows.count))
                let next = box.column + box.width
                #expect(
                    next == box.columnCount
                        || day.boxes.contains { $0.column == next && $0.top < box.bottom && box.top < $0.bottom })
                for other in day.boxes[(index + 1)...] where box.top < other.bottom && other.top < box.bottom {
                    #expect(box.column + box.width <= other.column || other.column + other.width <= box.column)
                    #expect(box.columnCount == other.columnCount)
                }
                let atOnce = day.boxes.map { start in
                    day.boxes.count { $0.top <= start.top && start.top < $0.bottom }
                }
                #expect(day.boxes.map { $0.column + 1 }.max() == atOnce.max())
            }
        }
    }

    @Test(arguments: oddZones)
    func `later times are further down, across every clock change`(name: String) throws {
        let zone = try zone(name)
        for second in oddInstants {
            let bounds = DayBounds(
                from: CalendarDay(instant(second), in: zone).sinceEpoch - 1, count: 3, in: zone)
            let axis = HourAxis(bounds)
            for index in bounds.days.indices {
                var last = -1.0
                for time in stride(from: bounds.edges[index], to: bounds.edges[index + 1], by: 300) {
                    let place = axis.place(of: time, isEnd: false, onDay: index)
                    #expect(place > last && place < Double(axis.rows.count))
                    last = place
                    let row = axis.rows[Int(place)]
                    #expect(row.hour == bounds.wallTime(at: time).hour)
                }
            }
        }
    }

    @Test func `a repeated hour has a row, and a skipped hour is missing`() throws {
        let berlin = try zone("Europe/Berlin")
        let autumn = CalendarWeek(from: try day("2026-10-19"), in: berlin, entries: [])
        #expect(autumn.rows.map(\.hour) == [0, 1, 2, 2] + Array(3..<24))
        #expect(autumn.rows.indices.filter { autumn.rows[$0].isRepeated } == [3])
        #expect(autumn.days.map(\.missingRows) == Array(repeating: [3], count: 6) + [[]])
        let spring = CalendarWeek(from: try day("2026-03-23"), in: berlin, entries: [])
        #expect(spring.rows.count == 24 && spring.days[6].missingRows == [2] && spring.days[6].hours == 23)
        let apia = CalendarWeek(from: try day("2011-12-29"), count: 3, in: try zone("Pacific/Apia"), entries: [])
        #expect(apia.days.map(\.hours) == [24, 0, 24] && apia.days[1].missingRows.count == 24)
    }

    @Test func `a moment has a box of some height`() throws {
        let moment = CalendarEntry(id: "m", title: "", time: .moment(instant(86_399)))
        let box = CalendarWeek(from: try day("1970-01-01"), in: .gmt, entries: [moment]).days[0].boxes.first
        #expect(box?.bottom == 24 && box?.start == box?.end)
    }
}

@Suite struct CalendarDrawingTests {
    private func nasty() throws -> [CalendarEntry] {
        let titles = ["\u{1B}[2J<b>&\"'", "李小龙", "محمد", String(repeating: "wide ", count: 99), "", "👩‍👩‍👧‍👦 family"]
        return try titles.enumerated().flatMap { number, title in
            let start = 1_792_900_000 + number * 40_000
            return [
                entry("\(number)", try span(start, start + 5_000), title),
                entry("long \(number)", try span(start, start + 250_000), title),
            ]
        }
    }

    private func width(_ line: Substring) -> Int {
        CellWidth.total(CellWidth.fitted(String(line.filter { $0 != "\u{200E}" }), cells: 10_000))
    }

    @Test func `plain text has no escape sequences and fits the requested width`() throws {
        let day = try day("2026-10-25")
        let berlin = try zone("Europe/Berlin")
        for columns in [36, 60, 80] {
            let month = CalendarMonthText(columns: columns)
                .text(for: CalendarMonth(containing: day, in: berlin, today: day, entries: try nasty()))
            let agenda = CalendarAgendaText(columns: columns)
                .text(for: CalendarAgenda(from: day, count: 9, in: berlin, today: day, entries: try nasty()))
            for text in [month, agenda] {
                #expect(text.split(separator: "\n").allSatisfy { width($0) <= columns && $0.last != " " })
                #expect(!text.contains("\u{1B}"))
            }
            #expect(month.contains("[25] 25h") || columns < 80)
            #expect(agenda.hasPrefix("Sunday 25 October 2026, today"))
        }
    }

    @Test func `sizes of texts and pictures are limited`() {
        #expect(CalendarMonthText().linesPerWeek == 4)
        let lines = [-1, 0, 1, 2, 20, 21].map { CalendarMonthText(linesPerWeek: $0).linesPerWeek }
        #expect(lines == [1, 1, 1, 2, 20, 20])
        #expect([-1, 36, 37, 80, 81].map { CalendarMonthText(columns: $0).columns } == [36, 36, 37, 80, 80])
        #expect([-1, 30, 31, 500, 501].map { CalendarAgendaText(columns: $0).columns } == [30, 30, 31, 500, 500])
        let widths = [-1, 320, 321, 4_000, 4_001, .nan] as [Double]
        #expect(widths.map { CalendarMonthSVG(width: $0).width } == [320, 320, 321, 4_000, 4_000, 390])
        #expect(widths.map { CalendarWeekSVG(width: $0).width } == [320, 320, 321, 4_000, 4_000, 390])
        let heights = [-1, 70, 71, 1_000, 1_001, .nan] as [Double]
        #expect(heights.map { CalendarMonthSVG(weekHeight: $0).weekHeight } == [70, 70, 71, 1_000, 1_000, 96])
        let hours = [-1, 20, 21, 200, 201, .nan] as [Double]
        #expect(hours.map { CalendarWeekSVG(hourHeight: $0).hourHeight } == [20, 20, 21, 200, 200, 36])
    }

    @Test func `pictures are well-formed and have no control characters`() throws {
        let day = try day("2026-10-25")
        let berlin = try zone("Europe/Berlin")
        for width in [390, 1_280, -1, .nan, .infinity] as [Double] {
            let month = CalendarMonthSVG(width: width, weekHeight: 200)
                .text(for: CalendarMonth(containing: day, in: berlin, today: day, entries: try nasty()))
            let week = CalendarWeekSVG(width: width)
                .text(for: CalendarWeek(from: day, in: berlin, today: day, entries: try nasty()))
            for picture in [month, week] {
                let parser = XMLTags(picture)
                #expect(parser.isBalanced)
                #expect(!picture.contains("\u{1B}") && !picture.contains("<b>") && !picture.contains("nan"))
                #expect(picture.contains("Sunday 25 October 2026, today, 25h"))
            }
        }
    }

    @Test func `the hours of a long day are between its number and its edge`() throws {
        let month = CalendarMonth(containing: try day("2026-10-25"), in: try zone("Europe/Berlin"), entries: [])
        let picture = CalendarMonthSVG(width: 1_400).text(for: month)
        // The box of the day is 200 points wide and begins at 1,200.
        #expect(picture.contains(#"<svg x="1202" y="358" width="24" height="22" aria-hidden="true">"#))
        #expect(picture.contains(#"<svg x="1228" y="358" width="168" height="22" aria-hidden="true">"#))
    }

    @Test func `a bar of two weeks has a mark at each end that is cut`() throws {
        let fair = CalendarEntry(
            id: "fair", title: "Fair", time: .days(try day("2026-11-21"), try day("2026-11-24")), kind: .busy)
        let month = CalendarMonth(containing: try day("2026-11-21"), in: .gmt, entries: [fair])
        let bars = CalendarMonthText(columns: 71).text(for: month).split(separator: "\n").filter { $0.contains("=") }
        #expect(bars.map { $0.filter("<=>".contains).first } == ["=", "<"])
        #expect(bars.map { $0.filter("<=>".contains).last } == [">", "="])
    }

    @Test func `an entry until midnight does not continue on the next day of an agenda`() throws {
        let night = try span("2026-11-22T20:00:00", "2026-11-23T00:00:00", .gmt)
        let agenda = CalendarAgenda(from: try day("2026-11-22"), count: 2, in: .gmt, entries: [entry("a", night)])
        let items = agenda.days.flatMap(\.items)
        #expect(items.map(\.continuesAfter) == [false] && items.map { $0.end == nil } == [false])
    }

    @Test func `an agenda shows continued and overlapping entries`() throws {
        let entries = [
            entry("a", try span("2026-11-22T22:00:00", "2026-11-23T02:00:00", .gmt), "Party"),
            entry("b", try span("2026-11-22T21:00:00", "2026-11-22T22:30:00", .gmt), "Film"),
            CalendarEntry(
                id: "c", title: "Fair", time: .days(try day("2026-11-22"), try day("2026-11-23")), kind: .busy),
        ]
        let agenda = CalendarAgenda(from: try day("2026-11-22"), count: 3, in: .gmt, entries: entries)
        #expect(
            CalendarAgendaText().text(for: agenda) == """
                Sunday 22 November 2026
                  all day      -> Fair
                  21:00-22:30  *  Film  overlaps 1
                  from 22:00   *> Party  overlaps 1

                Monday 23 November 2026
                  all day     <-  Fair
                  until 02:00 <*  Party

                """)
    }
}

/// A check that every tag of a text is closed.
private struct XMLTags {
    let isBalanced: Bool

    init(_ text: String) {
        var open: [Substring] = []
        var isBalanced = true
        for part in text.split(separator: "<") {
            guard let end = part.firstIndex(of: ">") else {
                isBalanced = false
                break
            }
            let tag = part[..<end]
            let name = tag.prefix { !" /".contains($0) }
            if tag.hasPrefix("/") {
                isBalanced = isBalanced && open.popLast() == tag.dropFirst()
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
        }
        self.isBalanced = isBalanced && open.isEmpty
    }
}
