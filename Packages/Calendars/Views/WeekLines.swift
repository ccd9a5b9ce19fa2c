import Foundation
import OrbitModels

/// The lines of a week. Each entry is placed on the first free line.
struct WeekLines {
    /// An entry and its days, by index in the bounds. The type is small, so it sorts quickly.
    struct Item {
        /// The index of the entry.
        let entry: Int
        let days: ClosedRange<Int>
        let start: Double
        let end: Double
        let isBar: Bool

        /// Whether this item comes before another item, or `nil` if they are equal in all compared values.
        ///
        /// Bars come first, the longest at the top. Other items are ordered by time.
        func comes(before other: Item) -> Bool? {
            if isBar != other.isBar { return isBar }
            if isBar, days.count != other.days.count { return days.count > other.days.count }
            if start != other.start { return start < other.start }
            if end != other.end { return end > other.end }
            return nil
        }
    }

    private struct Placement {
        let item: Item
        let columns: ClosedRange<Int>
        let line: Int
    }

    /// The index of the week's first day among the days of the bounds. It is negative if the week begins before the
    /// calendar.
    let firstIndex: Int
    /// The number of entries of each day, by column.
    private(set) var counts = [Int](repeating: 0, count: 7)
    private var placements: [Placement] = []
    /// The occupied columns of each line, as bits.
    private var taken: [UInt8] = []
    /// A line before which no line is free, by first and last column. The value only increases, because lines only fill
    /// up.
    private var searchedLines = [Int](repeating: 0, count: 49)

    init(firstIndex: Int) {
        self.firstIndex = firstIndex
    }

    /// Returns the entries that touch each week, in the order of placement. The bounds must start within the first
    /// week.
    static func items(_ entries: [CalendarEntry], _ bounds: DayBounds) -> [[Item]] {
        let lead = (7 - bounds.days.count % 7) % 7
        // Only the beginning of the calendar shortens the first week. The end of the calendar shortens the last week.
        let shift = bounds.first == -719_528 ? lead : 0
        var weeks = [[Item]](repeating: [], count: (bounds.days.count + 6) / 7)
        for (index, entry) in entries.enumerated() {
            guard let days = bounds.indices(of: entry.time) else { continue }
            let (start, end) = entry.seconds(bounds)
            var isBar = days.count > 1
            if case .days = entry.time { isBar = true }
            let item = Item(entry: index, days: days, start: start, end: end, isBar: isBar)
            for week in (days.lowerBound + shift) / 7...(days.upperBound + shift) / 7 { weeks[week].append(item) }
        }
        return weeks.map { items in
            items.sorted {
                $0.comes(before: $1)
                    ?? ((entries[$0.entry].title, entries[$0.entry].id) < (
                        entries[$1.entry].title, entries[$1.entry].id
                    ))
            }
        }
    }

    mutating func place(_ item: Item) {
        let first = max(item.days.lowerBound - firstIndex, 0)
        let last = min(item.days.upperBound - firstIndex, 6)
        let columns = UInt8((1 << (last + 1)) - (1 << first))
        var line = searchedLines[first * 7 + last]
        while line < taken.count, taken[line] & columns != 0 { line += 1 }
        searchedLines[first * 7 + last] = line + 1
        if line == taken.count { taken.append(0) }
        taken[line] |= columns
        for column in first...last { counts[column] += 1 }
        placements.append(Placement(item: item, columns: first...last, line: line))
    }

    /// Returns the segments, ordered by line, then by column.
    func segments(_ entries: [CalendarEntry], _ bounds: DayBounds) -> [CalendarMonth.Segment] {
        placements.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }.map { placement in
            let item = placement.item
            let entry = entries[item.entry]
            var start: LocalDateTime?
            switch entry.time {
            case .days: break
            case .span, .moment: start = bounds.wallTime(at: item.start)
            }
            return CalendarMonth.Segment(
                entry: entry, columns: placement.columns, line: placement.line,
                continuesBefore: item.days.lowerBound < firstIndex || entry.begins(before: bounds),
                continuesAfter: item.days.upperBound > firstIndex + 6 || entry.ends(after: bounds),
                start: start, isBar: item.isBar)
        }
    }
}

extension DayBounds {
    /// Returns the wall time of an instant, given in seconds since 2001-01-01.
    func wallTime(at seconds: Double) -> LocalDateTime {
        // Distant values are clamped to four days around the bounds, because `Int(_:)` traps on a large value.
        let (lower, upper) = ((edges.first ?? 0) - 345_600, (edges.last ?? 0) + 345_600)
        let second = Int(min(max(seconds, lower), upper).rounded(.down)) + Date.referenceSecond
        return LocalDateTime(secondSinceEpoch: second + periods.offset(at: second))
    }
}

extension CalendarEntry {
    /// Whether the entry starts before the first of the days.
    func begins(before bounds: DayBounds) -> Bool {
        switch time {
        case .days(let one, let other): min(one, other).sinceEpoch < bounds.first
        case .span(let span): bounds.edges.first.map { span.start.seconds < $0 } ?? false
        case .moment: false
        }
    }

    /// Whether the entry ends after the last of the days.
    func ends(after bounds: DayBounds) -> Bool {
        switch time {
        case .days(let one, let other): max(one, other).sinceEpoch >= bounds.first + bounds.days.count
        case .span(let span): bounds.edges.last.map { span.end.seconds > $0 } ?? false
        case .moment: false
        }
    }
}
