public import Foundation
public import OrbitModels

/// The entries of consecutive days as a list.
///
/// ```swift
/// let agenda = CalendarAgenda(from: today, count: 14, in: berlin, today: today, entries: entries)
/// print(CalendarAgendaText().text(for: agenda))
/// ```
public struct CalendarAgenda: Hashable, Sendable {
    /// An entry on one of its days.
    public struct Item: Hashable, Sendable {
        /// The entry.
        public let entry: CalendarEntry
        /// The start on the clock of the zone, or `nil` if the entry starts on an earlier day or is on whole days.
        public let start: LocalDateTime?
        /// The end on the clock of the zone, or `nil` if the entry ends on a later day or is on whole days.
        ///
        /// An end at midnight is 00:00 of the next day.
        public let end: LocalDateTime?
        /// Whether the entry starts on an earlier day.
        public let continuesBefore: Bool
        /// Whether the entry ends on a later day.
        public let continuesAfter: Bool
        /// The number of other entries on the day at the same time. Entries on whole days do not count.
        public let overlaps: Int
    }

    /// A day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public let date: CalendarDay
        /// Whether the day is today.
        public let isToday: Bool
        /// The length in hours: 24 except for clock changes, and 0 if the zone skips the day.
        public let hours: Double
        /// The entries of the day. Entries on whole days come first, then entries by start.
        public let items: [Item]
    }

    /// The time zone of the days.
    public let zone: TimeZone
    /// The days in order, including days without entries.
    public let days: [Day]

    /// Lays out at most 371 days.
    ///
    /// - Complexity: O(*n* log *n*) in the number of entries and of their days.
    public init(
        from day: CalendarDay, count: Int, in zone: TimeZone, today: CalendarDay? = nil, entries: [CalendarEntry]
    ) {
        self.zone = zone
        let bounds = DayBounds(from: day.sinceEpoch, count: count, in: zone)
        var entriesByDay: [[CalendarEntry]] = bounds.days.map { _ in [] }
        for entry in entries.lastOfEach {
            for index in bounds.indices(of: entry.time).map(Array.init) ?? [] { entriesByDay[index].append(entry) }
        }
        days = bounds.days.indices.map { index in
            Day(
                date: bounds.days[index], isToday: bounds.days[index] == today, hours: bounds.hours(at: index),
                items: Self.items(of: entriesByDay[index], onDay: index, bounds))
        }
    }

    private static func items(of entries: [CalendarEntry], onDay index: Int, _ bounds: DayBounds) -> [Item] {
        let (dayStart, dayEnd) = (bounds.edges[index], bounds.edges[index + 1])
        let timed = entries.map { entry in (entry: entry, time: entry.seconds(bounds), isWhole: entry.isOnWholeDays) }
            .sorted {
                if $0.isWhole != $1.isWhole { return $0.isWhole }
                if $0.time.start != $1.time.start { return $0.time.start < $1.time.start }
                if $0.time.end != $1.time.end { return $0.time.end < $1.time.end }
                return ($0.entry.title, $0.entry.id) < ($1.entry.title, $1.entry.id)
            }
        // An entry overlaps those that start before its end, except those that end at or before its start.
        let starts = timed.filter { !$0.isWhole }.map(\.time.start)
        let ends = timed.filter { !$0.isWhole }.map(\.time.end).sorted()
        return timed.map { entry, time, isWhole in
            let continuesBefore = isWhole ? entry.starts(before: bounds.days[index]) : time.start < dayStart
            let continuesAfter = isWhole ? entry.ends(after: bounds.days[index]) : time.end > dayEnd
            let overlaps =
                isWhole || time.end <= time.start
                ? 0 : starts.count(notAfter: time.end.nextDown) - ends.count(notAfter: time.start) - 1
            return Item(
                entry: entry, start: isWhole || continuesBefore ? nil : bounds.wallTime(at: time.start),
                end: isWhole || continuesAfter ? nil : bounds.wallTime(at: time.end),
                continuesBefore: continuesBefore, continuesAfter: continuesAfter, overlaps: max(overlaps, 0))
        }
    }
}

extension CalendarEntry {
    fileprivate var isOnWholeDays: Bool {
        if case .days = time { true } else { false }
    }

    fileprivate func starts(before day: CalendarDay) -> Bool {
        if case .days(let one, let other) = time { min(one, other) < day } else { false }
    }

    fileprivate func ends(after day: CalendarDay) -> Bool {
        if case .days(let one, let other) = time { max(one, other) > day } else { false }
    }
}
