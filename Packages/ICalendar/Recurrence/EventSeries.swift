public import Foundation
public import OrbitModels

/// A repeated time of day on a wall clock. An event at 18:00 stays at 18:00 when clocks change.
///
/// ```swift
/// if let zone = TimeZone(identifier: "Europe/Berlin"), let start = LocalDateTime("2026-11-24T18:00:00") {
///     let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU")
///     let series = EventSeries(start: start, zone: CalendarZone(zone), rule: rule)
///     let nextThree = Array(series.occurrences().prefix(3))
/// }
/// ```
///
/// Clock changes affect two kinds of wall times (RFC 5545, 3.3.5):
/// - A time that clocks skip uses the offset before the change.
/// - A time that clocks repeat means the first of the two instants.
///
/// If the rule does not fall on the start, the start is not an occurrence, but ``BusyTimes`` adds it. Changes to single
/// occurrences are separate events (``CalendarEvent/replaces``).
public struct EventSeries: Hashable, Sendable {
    /// A time of a series.
    public struct Occurrence: Hashable, Sendable {
        /// The intended wall time in the series' zone.
        public let wallTime: LocalDateTime
        /// The instant of the occurrence.
        public let instant: Date
    }

    /// The first time.
    public let start: LocalDateTime
    /// The zone of the wall clock.
    public let zone: CalendarZone
    /// The recurrence rule, or `nil` if only `start` and `additions` are occurrences.
    public let rule: RecurrenceRule?
    /// Further starts (RDATE), in order.
    public let additions: [Date]
    /// Starts to leave out (EXDATE).
    public let exclusions: Set<Date>
    /// Days in the series' zone on which all starts are left out.
    public let excludedDays: Set<CalendarDay>

    /// Creates a series.
    public init(
        start: LocalDateTime, zone: CalendarZone, rule: RecurrenceRule? = nil, additions: [Date] = [],
        exclusions: Set<Date> = [], excludedDays: Set<CalendarDay> = []
    ) {
        self.start = start
        self.zone = zone
        self.rule = rule
        self.additions = Set(additions).sorted()
        self.exclusions = exclusions
        self.excludedDays = excludedDays
    }

    /// Returns the occurrences that start in a window, in order.
    ///
    /// - Complexity: The work depends on the window, not on the age of the series. An exception is a rule with COUNT
    ///   whose periods have different numbers of days. Earlier occurrences of such a rule are counted first.
    public func occurrences(in window: TimeSpan) -> [Occurrence] {
        var iterator = Occurrences(of: self, from: window.start, before: window.end)
        var found: [Occurrence] = []
        while let occurrence = iterator.next() { found.append(occurrence) }
        return found
    }

    /// Returns the occurrences that start at or after an instant, or all occurrences. They are computed lazily.
    ///
    /// The sequence ends at the latest with the year 9999. It is empty if the rule never falls on a day, such as 30
    /// February. The search for a first day then stops after all 400 years of the Gregorian calendar.
    public func occurrences(from instant: Date? = nil) -> some Sequence<Occurrence> {
        IteratorSequence(Occurrences(of: self, from: instant, before: nil))
    }
}
