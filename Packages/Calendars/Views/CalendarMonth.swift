public import Foundation
public import OrbitModels

/// A month as weeks of days. The entries of each week are placed on lines.
///
/// An entry of several days is a bar on one line in each week that it touches. Bars come first, the longest at the top.
/// Entries of one day follow, ordered by time. The layout does not depend on the order of the entries.
///
/// ```swift
/// let month = CalendarMonth(containing: today, in: berlin, today: today, entries: entries)
/// print(CalendarMonthText().text(for: month))
/// ```
public struct CalendarMonth: Hashable, Sendable {
    /// A day of the grid.
    public struct Day: Hashable, Sendable {
        /// The day.
        public let date: CalendarDay
        /// The column of the day, 0 to 6.
        public let column: Int
        /// Whether the day belongs to the month. Otherwise it belongs to the previous or the next month.
        public let isInMonth: Bool
        /// Whether the day is today.
        public let isToday: Bool
        /// The length in hours: 24 except for clock changes, and 0 if the zone skips the day.
        public let hours: Double
        /// The number of entries on the day.
        public let entryCount: Int
    }

    /// An entry, or its part in one week.
    public struct Segment: Hashable, Sendable {
        /// The entry.
        public let entry: CalendarEntry
        /// The columns from the first to the last day, 0 to 6.
        public let columns: ClosedRange<Int>
        /// The line, 0 at the top. Segments of a week never overlap.
        public let line: Int
        /// Whether the entry starts in an earlier week.
        public let continuesBefore: Bool
        /// Whether the entry ends in a later week.
        public let continuesAfter: Bool
        /// The start on the clock of the zone, or `nil` for an entry on whole days.
        public let start: LocalDateTime?
        /// Whether the entry is drawn as a bar, because it is on whole days or on several days.
        public let isBar: Bool
    }

    /// A week of seven days.
    public struct Week: Hashable, Sendable {
        /// The days in order. There are seven days, but fewer at the ends of the calendar.
        public let days: [Day]
        /// The entries, ordered by line, then by column.
        public let segments: [Segment]
    }

    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The time zone of the days.
    public let zone: TimeZone
    /// The first day of each week.
    public let firstWeekday: Weekday
    /// The weeks, four to six.
    public let weeks: [Week]

    /// Lays out the month that contains a day.
    ///
    /// - Complexity: O(*n* log *n*) in the number of entries.
    public init(
        containing day: CalendarDay, in zone: TimeZone, firstWeekday: Weekday = .monday, today: CalendarDay? = nil,
        entries: [CalendarEntry]
    ) {
        (year, month) = (day.year, day.month)
        self.zone = zone
        self.firstWeekday = firstWeekday
        let first = day.sinceEpoch - (day.day - 1)
        var count = 28
        while count < 31, CalendarDay(year: day.year, month: day.month, day: count + 1) != nil { count += 1 }
        let weekday = (first + 3 - firstWeekday.rawValue).flooredDivision(by: 7).remainder
        let weekCount = (weekday + count + 6) / 7
        let grid = first - weekday
        let bounds = DayBounds(from: grid, count: weekCount * 7, in: zone)
        let entries = entries.lastOfEach
        let items = WeekLines.items(entries, bounds)
        weeks = (0..<weekCount).map { week in
            var lines = WeekLines(firstIndex: grid + week * 7 - bounds.first)
            for item in items[week] { lines.place(item) }
            let days = (0..<7).compactMap { column -> Day? in
                let index = lines.firstIndex + column
                guard bounds.days.indices.contains(index) else { return nil }
                let date = bounds.days[index]
                return Day(
                    date: date, column: column, isInMonth: date.month == day.month && date.year == day.year,
                    isToday: date == today, hours: bounds.hours(at: index), entryCount: lines.counts[column])
            }
            return Week(days: days, segments: lines.segments(entries, bounds))
        }
    }
}
