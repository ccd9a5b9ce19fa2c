import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

/// The ends of what calendar views show, and the order of their entries.
@Suite struct ViewBoundsTests {
    private func timed(_ id: String, _ start: String, _ end: String) throws -> CalendarEntry {
        CalendarEntry(id: id, title: id, time: .span(try span("2026-11-\(start)", "2026-11-\(end)", .gmt)))
    }

    private func days(_ id: String, _ first: String, _ last: String) throws -> CalendarEntry {
        CalendarEntry(id: id, title: id, time: .days(try day("2026-11-\(first)"), try day("2026-11-\(last)")))
    }

    private func moment(_ id: String, _ time: String) throws -> CalendarEntry {
        CalendarEntry(id: id, title: id, time: .moment(try span("2026-11-\(time)", "2026-11-30T00:00:00", .gmt).start))
    }

    @Test func `entries that only touch the shown days are not shown`() throws {
        let entries = [
            try timed("before", "20T08:00:00", "20T09:00:00"), try timed("until", "21T20:00:00", "22T00:00:00"),
            try timed("first", "21T20:00:00", "22T00:00:01"), try timed("last", "23T23:00:00", "24T00:00:01"),
            try timed("from", "24T00:00:00", "24T01:00:00"), try timed("after", "25T00:00:00", "25T01:00:00"),
            try days("days before", "19", "21"), try days("first days", "21", "22"),
            try days("last days", "23", "24"), try days("days after", "24", "25"),
            try moment("moment before", "21T23:59:59"), try moment("first moment", "22T00:00:00"),
            try moment("last moment", "23T23:59:59"), try moment("moment after", "24T00:00:00"),
        ]
        let agenda = CalendarAgenda(from: try day("2026-11-22"), count: 2, in: .gmt, entries: entries)
        #expect(
            agenda.days.map { $0.items.map(\.entry.id) } == [
                ["first days", "first", "first moment"], ["last days", "last", "last moment"],
            ])
        let week = CalendarWeek(from: try day("2026-11-22"), count: 2, in: .gmt, entries: entries)
        #expect(week.days.map { $0.boxes.map(\.entry.id) } == [["first", "first moment"], ["last", "last moment"]])
        #expect(week.bars.map(\.entry.id) == ["first days", "last days"])
        #expect(week.bars.map(\.continuesBefore) == [true, false] && week.bars.map(\.continuesAfter) == [false, true])
    }

    @Test func `an agenda of no days shows nothing`() throws {
        let entries = [try days("days", "20", "25"), try timed("span", "20T00:00:00", "25T00:00:00")]
        for count in [0, -1, .min] {
            let agenda = CalendarAgenda(from: try day("2026-11-22"), count: count, in: .gmt, entries: entries)
            #expect(agenda.days.isEmpty)
        }
    }

    @Test func `entries of a month are cut only if they begin before it or end after it`() throws {
        let entries = [
            CalendarEntry(
                id: "whole", title: "", time: .span(try span("2027-02-01T00:00:00", "2027-03-01T00:00:00", .gmt))),
            CalendarEntry(
                id: "more", title: "", time: .span(try span("2027-01-31T23:59:59", "2027-03-01T00:00:01", .gmt))),
            CalendarEntry(id: "days", title: "", time: .days(try day("2027-02-28"), try day("2027-02-01"))),
            CalendarEntry(id: "more days", title: "", time: .days(try day("2027-01-31"), try day("2027-03-01"))),
        ]
        // February has exactly four weeks.
        let month = CalendarMonth(containing: try day("2027-02-10"), in: .gmt, entries: entries)
        let cuts = ["whole", "more", "days", "more days"].map { id in
            let segments = month.weeks.flatMap(\.segments).filter { $0.entry.id == id }
            return [segments.first?.continuesBefore, segments.last?.continuesAfter]
        }
        #expect(cuts == [[false, false], [true, true], [false, false], [true, true]])
        #expect(month.weeks.map(\.segments.count) == [4, 4, 4, 4])
    }

    @Test func `an agenda orders entries by start, end, title and id, after those of whole days`() throws {
        let entries = [
            try days("z", "22", "22"), try timed("c", "22T09:00:00", "22T10:00:00"),
            try timed("d", "22T09:00:00", "22T10:00:00"), try timed("b", "22T09:00:00", "22T11:00:00"),
            try timed("a", "22T09:30:00", "22T10:00:00"),
        ]
        for given in [entries, entries.reversed()] {
            let agenda = CalendarAgenda(from: try day("2026-11-22"), count: 1, in: .gmt, entries: given)
            #expect(agenda.days.first?.items.map(\.entry.id) == ["z", "c", "d", "b", "a"])
            #expect(agenda.days.first?.items.map(\.overlaps) == [0, 3, 3, 3, 3])
        }
    }

    @Test func `an entry from midnight to midnight continues on no other day, and a moment overlaps nothing`() throws {
        let whole = try ["a", "b", "c"].map { try timed($0, "22T00:00:00", "23T00:00:00") }
        let entries = whole + [try moment("m", "22T12:00:00")]
        let agenda = CalendarAgenda(from: try day("2026-11-22"), count: 1, in: .gmt, entries: entries)
        let items = try #require(agenda.days.first?.items)
        #expect(items.map(\.continuesBefore) == [false, false, false, false])
        #expect(items.map { $0.start == nil || $0.end == nil } == [false, false, false, false])
        #expect(items.map(\.overlaps) == [3, 3, 3, 0])
    }

    @Test func `an entry of a whole day is a bar of a week, and a shorter entry is a box`() throws {
        let entries = [
            try timed("bar", "22T12:00:00", "23T12:00:00"), try timed("box", "22T12:00:00", "23T11:59:59"),
        ]
        let week = CalendarWeek(from: try day("2026-11-22"), in: .gmt, entries: entries)
        #expect(week.bars.map(\.entry.id) == ["bar"])
        #expect(week.days.prefix(2).map { $0.boxes.map(\.entry.id) } == [["box"], ["box"]])
    }

    /// Each item differs from the next in one respect, and the later respects would order them in reverse.
    @Test func `bars come before other items, then longer items, earlier items and later ends`() {
        func item(_ isBar: Bool, _ days: Int, _ start: Double, _ end: Double) -> WeekLines.Item {
            WeekLines.Item(entry: 0, days: 0...days - 1, start: start, end: end, isBar: isBar)
        }
        let items = [
            item(true, 3, 9, 9), item(true, 2, 5, 6), item(true, 2, 6, 9), item(true, 2, 6, 8), item(false, 1, 1, 3),
            item(false, 1, 1, 2), item(false, 1, 2, 9),
        ]
        for (one, first) in items.enumerated() {
            for (other, second) in items.enumerated() {
                #expect(first.comes(before: second) == (one == other ? nil : one < other))
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a heap returns its elements in order`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let elements = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...20, using: &random) }
        var heap = OverlapColumns.MinimumHeap<Int>()
        for element in elements { heap.insert(element) }
        #expect(heap.minimum == elements.min())
        var found: [Int] = []
        while let element = heap.removeMinimum() { found.append(element) }
        #expect(found == elements.sorted())
    }

    @Test(arguments: [(7, 7, 12, 12), (6, 7, 12, 12), (7, 8, 12, 12), (7, 7, 11, 12), (7, 7, 12, 13)])
    func `names are complete with seven days and twelve months`(days: Int, short: Int, months: Int, shortMonths: Int) {
        func names(_ count: Int) -> [String] { Array(repeating: "name", count: count) }
        let all = CalendarNames(
            weekdays: names(days), shortWeekdays: names(short), months: names(months), shortMonths: names(shortMonths))
        #expect((all != nil) == ([days, short, months, shortMonths] == [7, 7, 12, 12]))
    }
}
