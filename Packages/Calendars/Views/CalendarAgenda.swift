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
        /// When the entry starts by the clock of the zone; `nil` if on an earlier day, or on whole days.
        public let start: WallTime?
        /// When the entry ends by the clock of the zone, midnight being 00:00 of the next day; `nil` if on a later day,
        /// or on whole days.
        public let end: WallTime?
        /// Whether it began on an earlier day.
        public let continuesBefore: Bool
        /// Whether it goes on on a later day.
        public let continuesAfter: Bool
        /// The number of other entries on the day at the same time, without those of whole days.
        public let overlaps: Int
    }

    /// A day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public let date: CalendarDay
        /// Whether it is today.
        public let isToday: Bool
        /// Its length in hours: 24 but for clock changes; 0 if the zone skips the day.
        public let hours: Double
        /// What is on whole days first, then by start.
        public let items: [Item]
    }

    /// The zone whose days these are.
    public let zone: TimeZone
    /// In order, those without entries, too.
    public let days: [Day]

    /// Lists days, 371 at most. O(n log n) in the number of entries and the days that each takes.
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
        // Those that start before an end, less those that end before or at a start, overlap.
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
