public import Foundation
public import OrbitModels

/// One to seven days with their hours. Overlapping entries are placed next to each other.
///
/// ```swift
/// let week = CalendarWeek(from: monday, in: berlin, today: today, entries: entries)
/// let picture = CalendarWeekSVG(width: 1_280).text(for: week)
/// ```
public struct CalendarWeek: Hashable, Sendable {
    /// A row of the grid for one hour of the day.
    public struct HourRow: Hashable, Sendable {
        /// The hour, 0 to 23.
        public let hour: Int
        /// Whether the row is for an hour that the clock of one of the days shows again after it is set back.
        ///
        /// The row is empty on all other days.
        public let isRepeated: Bool
    }

    /// An entry, or its part on one day.
    public struct Box: Hashable, Sendable {
        /// The entry.
        public let entry: CalendarEntry
        /// The start, in rows from the top of the grid.
        public let top: Double
        /// The end, in rows from the top of the grid. It is at least half a row below ``top``, except at the end of the
        /// day.
        public let bottom: Double
        /// The column among overlapping entries, from 0.
        public let column: Int
        /// The number of columns that the box can span without covering another box, at least 1.
        public let width: Int
        /// The number of columns of all entries that overlap, directly or through other entries.
        public let columnCount: Int
        /// The start on the clock of the zone. It may be on an earlier day.
        public let start: LocalDateTime
        /// The end on the clock of the zone. It may be on a later day.
        public let end: LocalDateTime
    }

    /// A day of the grid.
    public struct Day: Hashable, Sendable {
        /// The day.
        public let date: CalendarDay
        /// Whether the day is today.
        public let isToday: Bool
        /// The length in hours: 24 except for clock changes, and 0 if the zone skips the day.
        public let hours: Double
        /// The rows that the day does not have: hours that its clock skips, and hours that only another day repeats.
        public let missingRows: [Int]
        /// The entries, ordered by start.
        public let boxes: [Box]
    }

    /// The time zone of the days.
    public let zone: TimeZone
    /// The rows in order: 24 rows, and the repeated hours.
    public let rows: [HourRow]
    /// The days in order. There may be fewer days than requested at the end of the calendar.
    public let days: [Day]
    /// The entries on whole days or of at least 24 hours, ordered by line, then by column. Each day is a column.
    public let bars: [CalendarMonth.Segment]

    /// Lays out one to seven days.
    ///
    /// - Complexity: O(*n* log *n*) in the number of entries.
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
        bars = lines.segments(long, bounds)
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

    /// Returns the boxes of a day. Entries shorter than half an hour take the space of half an hour.
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
    /// Whether the entry is shown above the hours.
    fileprivate var isLong: Bool {
        switch time {
        case .days: true
        case .span(let span): span.duration >= 86_400
        case .moment: false
        }
    }
}
