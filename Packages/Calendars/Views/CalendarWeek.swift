public import Foundation
public import OrbitModels

/// A week, or a few days, with the hours of each and overlapping entries side by side.
///
/// ```swift
/// let week = CalendarWeek(from: monday, in: berlin, today: today, entries: entries)
/// let picture = CalendarWeekSVG(width: 1_280).text(for: week)
/// ```
public struct CalendarWeek: Hashable, Sendable {
    /// A row of the grid: an hour of the day.
    public struct HourRow: Hashable, Sendable {
        /// 0 to 23.
        public let hour: Int
        /// Whether the clock of one of the days shows the hour again on this row, as it is set back. Other days have
        /// nothing here.
        public let isRepeated: Bool
    }

    /// An entry, or the part of it that is on one day.
    public struct Box: Hashable, Sendable {
        /// The entry.
        public let entry: CalendarEntry
        /// The start, in rows from the top of the grid.
        public let top: Double
        /// The end, in rows from the top of the grid; at least half a row below ``top``, but for the last of the day.
        public let bottom: Double
        /// From 0, among those that overlap.
        public let column: Int
        /// The number of columns that the box can take without covering another; at least 1.
        public let width: Int
        /// The number of columns of those that overlap, directly or through others.
        public let columnCount: Int
        /// When the entry starts by the clock of the zone, maybe on an earlier day.
        public let start: WallTime
        /// When the entry ends by the clock of the zone, maybe on a later day.
        public let end: WallTime
    }

    /// A day of the grid.
    public struct Day: Hashable, Sendable {
        /// The day.
        public let date: CalendarDay
        /// Whether it is today.
        public let isToday: Bool
        /// Its length in hours: 24 but for clock changes; 0 if the zone skips the day.
        public let hours: Double
        /// The rows that the day does not have: those that its clock skips, and those repeated on another day.
        public let missingRows: [Int]
        /// By start.
        public let boxes: [Box]
    }

    /// The zone whose days these are.
    public let zone: TimeZone
    /// In order: 24, and those repeated.
    public let rows: [HourRow]
    /// In order; fewer than asked for at the end of the calendar.
    public let days: [Day]
    /// What is on whole days, or takes 24 hours and more; by line, then by column. A column is a day.
    public let bars: [CalendarMonth.Bar]

    /// Lays out one to seven days. O(n log n) in the number of entries.
    public init(
        from day: CalendarDay, count: Int = 7, in zone: TimeZone, today: CalendarDay? = nil, entries: [CalendarEntry]
    ) {
        self.zone = zone
        let bounds = DayBounds(from: day.sinceEpoch, count: min(max(count, 1), 7), in: zone)
        let axis = HourAxis(bounds)
        let entries = entries.lastOfEach
        var lines = WeekLines(firstIndex: 0)
        let long = entries.filter(\.isLong)
        for item in WeekLines.items(long, bounds).joined() { lines.place(item) }
        bars = lines.bars(long, bounds)
        rows = axis.rows
        var timed: [[CalendarEntry]] = bounds.days.map { _ in [] }
        for entry in entries where !entry.isLong {
            for index in bounds.indices(of: entry.time).map(Array.init) ?? [] { timed[index].append(entry) }
        }
        days = bounds.days.indices.map { index in
            Day(
                date: bounds.days[index], isToday: bounds.days[index] == today, hours: bounds.hours(at: index),
                missingRows: axis.missingRows(ofDay: index),
                boxes: Self.boxes(of: timed[index], onDay: index, axis, bounds))
        }
    }

    /// What is shorter than half an hour takes as much room as half an hour.
    private static func boxes(
        of entries: [CalendarEntry], onDay index: Int, _ axis: HourAxis, _ bounds: DayBounds
    ) -> [Box] {
        let placed = entries.map { entry in
            let (start, end) = entry.seconds(bounds)
            let top = axis.place(of: start, isEnd: false, onDay: index)
            let bottom = axis.place(of: end, isEnd: true, onDay: index)
            return (entry: entry, top: top, bottom: min(max(bottom, top + 0.5), Double(axis.rows.count)))
        }.sorted {
            if $0.top != $1.top { return $0.top < $1.top }
            if $0.bottom != $1.bottom { return $0.bottom > $1.bottom }
            return ($0.entry.title, $0.entry.id) < ($1.entry.title, $1.entry.id)
        }
        let columns = OverlapColumns(placed.map { ($0.top, $0.bottom) })
        return zip(placed, columns.places).map { placed, place in
            let (start, end) = placed.entry.seconds(bounds)
            return Box(
                entry: placed.entry, top: placed.top, bottom: placed.bottom, column: place.column, width: place.width,
                columnCount: place.columnCount, start: bounds.wallTime(at: start), end: bounds.wallTime(at: end))
        }
    }
}

extension CalendarEntry {
    /// Whether it is shown above the hours.
    fileprivate var isLong: Bool {
        switch time {
        case .days: true
        case .span(let span): span.duration >= 86_400
        case .moment: false
        }
    }
}
