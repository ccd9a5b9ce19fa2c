import Drawing
import Foundation
import OrbitModels
import Testing

@testable import Calendars

/// The exact places of what small calendars draw.
@Suite struct ViewDrawingTests {
    private func timed(_ id: String, _ day: String, _ start: String, _ end: String) throws -> CalendarEntry {
        CalendarEntry(
            id: id, title: id, time: .span(try span("2027-02-\(day)T\(start):00", "2027-02-\(day)T\(end):00", .gmt)))
    }

    private func days(_ id: String, _ first: String, _ last: String) throws -> CalendarEntry {
        CalendarEntry(
            id: id, title: id, time: .days(try day("2027-02-\(first)"), try day("2027-02-\(last)")), kind: .busy)
    }

    /// A month of exactly four weeks. Two entries of 3 February do not fit.
    private func february() throws -> CalendarMonth {
        CalendarMonth(
            containing: try day("2027-02-10"), in: .gmt, today: try day("2027-02-03"),
            entries: [
                try days("Fair", "01", "09"), try timed("A", "03", "10:00", "11:00"),
                try timed("B", "03", "12:00", "13:00"), try timed("C", "03", "13:00", "14:00"),
                try timed("D", "04", "09:00", "10:00"), try timed("E", "10", "08:00", "09:00"),
            ])
    }

    @Test func `a month is drawn as a grid of characters`() throws {
        let text = CalendarMonthText(columns: 71, linesPerWeek: 3).text(for: try february())
        let rule = String(repeating: "-", count: 71)
        let lines = [
            " February 2027                                                     GMT",
            " Mon       Tue       Wed       Thu       Fri       Sat       Sun",
            rule,
            " 1         2        [3]        4         5         6         7",
            "=-Fair==============================================================>",
            "                    *A        *D",
            "                     2 more",
            rule,
            " 8         9         10        11        12        13        14",
            "<-Fair============= *E",
            "", "",
            rule,
            " 15        16        17        18        19        20        21",
            "", "", "",
            rule,
            " 22        23        24        25        26        27        28",
            "", "", "",
        ]
        #expect(text == lines.map { $0 + "\n" }.joined())
    }

    @Test func `words that do not fit into a narrow month end with dots`() throws {
        let (english, lordHowe) = (CalendarNames.english, try zone("Australia/Lord_Howe"))
        let names = try #require(
            CalendarNames(
                weekdays: english.weekdays, shortWeekdays: english.weekdays, months: english.months,
                shortMonths: english.shortMonths))
        let wednesday = try day("2026-04-01")
        let entries = ["A", "B"].map { CalendarEntry(id: $0, title: $0, time: .days(wednesday, wednesday)) }
        let month = CalendarMonth(containing: wednesday, in: lordHowe, entries: entries)
        let text = CalendarMonthText(columns: 36, linesPerWeek: 1, names: names).text(for: month)
        #expect(
            text.split(separator: "\n").prefix(5).map(String.init) == [
                " April 2026          Australia/L...",
                " M... T... W... T... F... S... S...",
                String(repeating: "-", count: 36),
                " 30   31   1    2    3    4    ...",
                "           ...",
            ])
    }

    @Test func `a month is drawn as a picture`() throws {
        let picture = CalendarMonthSVG(width: 700, weekHeight: 86).text(for: try february())
        let entries: [[[Double]]] = [
            [[2, 92, 698, 18], [202, 112, 96, 18], [302, 112, 96, 18]], [[0, 178, 198, 18], [202, 178, 96, 18]], [], [],
        ]
        // The last of the first week is the number of entries that are not shown.
        let entryTexts: [[[Double]]] = [
            [[5, 92, 692, 18], [205, 112, 90, 18], [305, 112, 90, 18], [205, 132, 92, 18]],
            [[3, 178, 192, 18], [205, 178, 90, 18]], [], [],
        ]
        var rectangles: [[Double]] = [[0, 0, 700, 412]]
        var texts: [[Double]] = [[10, 4, 680, 36]]
        for column in 0..<7 { texts.append([Double(column) * 100, 42, 100, 22]) }
        for week in 0..<4 {
            let y = 68 + Double(week) * 86
            for column in 0..<7 {
                let x = Double(column) * 100
                rectangles.append([x, y, 100, 86])
                texts.append([x + 2, y + 2, 24, 22])
            }
            rectangles += entries[week]
            texts += entryTexts[week]
        }
        #expect(boxes("rect", in: picture) == rectangles)
        #expect(boxes("svg", in: picture) == texts)
        let numbers = (1...28).map { "\($0)" }
        let shown: [[String]] = [
            ["February 2027"], CalendarNames.english.weekdays, Array(numbers[..<7]),
            ["Fair", "10:00 A", "09:00 D", "2 more"], Array(numbers[7..<14]), ["Fair", "08:00 E"],
            Array(numbers[14...]),
        ]
        #expect(lines(in: picture) == shown.flatMap(\.self))
        #expect(picture.contains(#"<circle cx="214" cy="81" r="11""#) && count("<circle", in: picture) == 1)
        #expect(count(#"<g role="list">"#, in: picture) == 4 && count("<title>", in: picture) == 34)
    }

    @Test func `a picture has short names below a width of 600`() throws {
        let month = CalendarMonth(containing: try day("2027-02-10"), in: .gmt, entries: [])
        let week = CalendarWeek(from: try day("2027-02-01"), count: 1, in: .gmt, entries: [])
        for (width, monday) in [(599.0, "Mon"), (600, "Monday")] {
            #expect(lines(in: CalendarMonthSVG(width: width).text(for: month)).contains(monday))
            #expect(lines(in: CalendarWeekSVG(width: width).text(for: week)).contains(monday))
        }
    }

    @Test func `a week is drawn as a picture`() throws {
        let week = CalendarWeek(
            from: try day("2027-02-01"), count: 2, in: .gmt, today: try day("2027-02-02"),
            entries: [
                try days("Fair", "01", "02"), try timed("A", "01", "10:00", "12:00"),
                try timed("B", "01", "11:00", "13:00"), try timed("C", "02", "09:30", "10:00"),
                CalendarEntry(
                    id: "Trip", title: "Trip",
                    time: .span(try span("2027-02-01T00:00:00", "2027-02-02T00:00:00", .gmt))),
                CalendarEntry(
                    id: "M", title: "M",
                    time: .moment(try span("2027-02-02T15:00:00", "2027-02-02T16:00:00", .gmt).start)),
            ])
        let picture = CalendarWeekSVG(width: 744, hourHeight: 30).text(for: week)
        var rectangles: [[Double]] = [[0, 0, 744, 820]]
        var texts: [[Double]] = []
        var shown: [String] = []
        for hour in 0..<24 {
            let y = 92 + 30 * Double(hour)
            rectangles.append([44, y, 700, 1])
            texts.append([0, y - 8, 38, 16])
            shown.append(hour < 10 ? "0\(hour):00" : "\(hour):00")
        }
        rectangles += [
            [46, 44, 696, 18], [46, 64, 346, 18],  // the bars
            [44, 0, 1, 812], [46, 393, 171, 58], [219, 423, 171, 58],  // Monday
            [394, 0, 1, 812], [395, 0, 349, 4], [396, 378, 344, 13], [396, 543, 344, 13],  // Tuesday, today
        ]
        texts += [
            [49, 44, 690, 18], [49, 64, 340, 18],
            [44, 5, 350, 16], [44, 21, 350, 20], [49, 393, 165, 21], [222, 423, 165, 21],
            [394, 5, 350, 16], [394, 21, 350, 20], [399, 378, 338, 13], [399, 543, 338, 13],
        ]
        shown += ["Fair", "Trip", "Monday", "1", "A", "B", "Tuesday", "2", "09:30 C", "15:00 M"]
        #expect(boxes("rect", in: picture) == rectangles)
        #expect(boxes("svg", in: picture) == texts)
        #expect(lines(in: picture) == shown)
        #expect(count(#"<g role="list">"#, in: picture) == 3 && count("<title>", in: picture) == 9)
    }

    @Test func `a picture of a week has at most six lines of bars`() throws {
        let bars = try (1...8).map { try days("\($0)", "01", "02") }
        let week = CalendarWeek(from: try day("2027-02-01"), in: .gmt, entries: bars)
        let picture = CalendarWeekSVG(width: 744, hourHeight: 30).text(for: week)
        #expect(count("data-id", in: picture) == 6)
        #expect(boxes("rect", in: picture).first == [0, 0, 744, 900])
    }

    @Test func `only the heading of today is coloured in an agenda`() throws {
        let text = CalendarAgendaText(style: .indexed, showsEmptyDays: true).text(
            for: CalendarAgenda(
                from: try day("2027-02-01"), count: 2, in: .gmt, today: try day("2027-02-02"), entries: []))
        let headings = text.split(separator: "\n").filter { $0.contains("day ") }
        #expect(headings.map { $0.hasPrefix("\u{1B}[") } == [false, true])
        #expect(headings.map { $0.hasSuffix("\u{1B}[0m") } == [false, true])
    }

    /// Returns x, y, the width and the height of each element with this name.
    private func boxes(_ name: String, in picture: String) -> [[Double]] {
        picture.components(separatedBy: "<\(name) x=\"").dropFirst().map { element in
            let parts = element.split(separator: "\"")
            return [0, 2, 4, 6].compactMap { $0 < parts.count ? Double(parts[$0]) : nil }
        }
    }

    /// Returns the lines of text, in order.
    private func lines(in picture: String) -> [String] {
        picture.components(separatedBy: "</text>").dropLast().compactMap {
            $0.split(separator: ">", omittingEmptySubsequences: false).last.map(String.init)
        }
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }
}
