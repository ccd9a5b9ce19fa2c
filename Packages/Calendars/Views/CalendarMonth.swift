public import Foundation
public import OrbitModels

/// A month as weeks of days, with the entries of each week in lines.
///
/// An entry of several days is one bar on one line in each week that it touches. Bars come first, the longest above;
/// then entries of one day by time. The same entries in any order give the same layout.
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
        /// 0 to 6.
        public let column: Int
        /// Whether it belongs to the month, not to those before and after.
        public let isInMonth: Bool
        /// Whether it is today.
        public let isToday: Bool
        /// Its length in hours: 24 but for clock changes; 0 if the zone skips the day.
        public let hours: Double
        /// The number of entries on it.
        public let entryCount: Int
    }

    /// An entry, or the part of it that is in one week.
    public struct Bar: Hashable, Sendable {
        /// The entry.
        public let entry: CalendarEntry
        /// 0 to 6, from the first to the last day.
        public let columns: ClosedRange<Int>
        /// 0 at the top. No two bars of a week share a place.
        public let line: Int
        /// Whether it begins in an earlier week.
        public let continuesBefore: Bool
        /// Whether it goes on in a later week.
        public let continuesAfter: Bool
        /// When it starts by the clock of the zone; `nil` if on whole days.
        public let start: WallTime?
        /// Whether it is drawn as a bar: of whole days, or of several.
        public let isLong: Bool
    }

    /// Seven days.
    public struct Week: Hashable, Sendable {
        /// In order; seven, but fewer at the ends of the calendar.
        public let days: [Day]
        /// By line, then by column.
        public let bars: [Bar]
    }

    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// The zone whose days these are.
    public let zone: TimeZone
    /// The first day of each week.
    public let firstWeekday: Weekday
    /// Four to six.
    public let weeks: [Week]

    /// Lays out the month of a day. O(n log n) in the number of entries.
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
            return Week(days: days, bars: lines.bars(entries, bounds))
        }
    }
}
