public import Foundation
public import OrbitModels

/// A time of day that repeats: on a wall clock, so that a plan at 18:00 stays at 18:00 when clocks change.
///
/// ```swift
/// if let zone = TimeZone(identifier: "Europe/Berlin"), let start = WallTime("2026-11-24T18:00:00") {
///     let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU")
///     let series = EventSeries(start: start, zone: CalendarZone(zone), rule: rule)
///     let nextThree = Array(series.occurrences().prefix(3))
/// }
/// ```
///
/// A time that clocks skip is read with the offset before the change, and of a time that they repeat the first is meant
/// (RFC 5545, 3.3.5). A start on which the rule does not fall is not an occurrence;
/// ``BusyTimes`` adds it. Changes to single occurrences are
/// events of their own (``CalendarEvent/replaces``).
public struct EventSeries: Hashable, Sendable {
    /// One time of a series.
    public struct Occurrence: Hashable, Sendable {
        /// What the wall clock of the series' zone is meant to show.
        public let wallTime: WallTime
        /// When that is.
        public let instant: Date
    }

    /// The first time.
    public let start: WallTime
    /// Where the wall clock hangs.
    public let zone: CalendarZone
    /// `nil` if only `start` and `additions` count.
    public let rule: RecurrenceRule?
    /// Further starts (RDATE), in order.
    public let additions: [Date]
    /// Starts that are left out (EXDATE).
    public let exclusions: Set<Date>
    /// Days of the series' zone on which every start is left out.
    public let excludedDays: Set<CalendarDay>

    /// Creates a series.
    public init(
        start: WallTime, zone: CalendarZone, rule: RecurrenceRule? = nil, additions: [Date] = [],
        exclusions: Set<Date> = [], excludedDays: Set<CalendarDay> = []
    ) {
        self.start = start
        self.zone = zone
        self.rule = rule
        self.additions = Set(additions).sorted()
        self.exclusions = exclusions
        self.excludedDays = excludedDays
    }

    /// The occurrences that start in a window, in order. The work depends on the window, not on how long the series has
    /// run, except for a rule with COUNT whose periods differ in length: there the occurrences before it are counted.
    public func occurrences(in window: TimeSpan) -> [Occurrence] {
        var iterator = Occurrences(of: self, from: window.start, before: window.end)
        var found: [Occurrence] = []
        while let occurrence = iterator.next() { found.append(occurrence) }
        return found
    }

    /// The occurrences that start at or after an instant, or all, found one by one. They end with the year 9999 at the
    /// latest, and at once if the rule never falls on a day, such as 30 February: a search that has seen all 400 years
    /// of the Gregorian calendar ends.
    public func occurrences(from instant: Date? = nil) -> some Sequence<Occurrence> {
        IteratorSequence(Occurrences(of: self, from: instant, before: nil))
    }
}
