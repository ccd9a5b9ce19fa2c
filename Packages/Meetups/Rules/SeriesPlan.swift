public import Foundation
public import ICalendar
public import OrbitModels
public import Validation

/// The occurrences of a repeating meetup, and the recurrence rules that meetups may have.
///
/// ```swift
/// let series = try SeriesPlan(plan, repeating: "FREQ=WEEKLY;COUNT=8", at: now)
/// series.occurrences.map(\.plan.span.start)  // eight times at 18:00, also when clocks change
/// ```
///
/// A meetup repeats every 1 to 12 days, weeks or months:
/// - By week, it repeats on the weekdays of BYDAY.
/// - By month, it repeats on one day (BYMONTHDAY 1 to 31 or -1) or on one weekday (BYDAY with 1 to 4 or -1).
///
/// If the rule does not name a day, the day of the start is used. The rule must end after 2 to
/// ``MeetupLimits/occurrences`` occurrences. All of them start within ``MeetupLimits/daysAhead``, and the first of them
/// must begin at the start of the plan. Days that a month does not have, such as 29 February in most years, are skipped
/// (RFC 5545, 3.3.10).
///
/// All occurrences have the length of the first (RFC 5545, 3.8.5.3) and the same time between `joinBy` and the start.
/// They keep their time on the wall clock of the meetup's zone (RFC 5545, 3.3.5):
/// - A time that clocks skip uses the offset before the change.
/// - A time that clocks show twice means the first of the two instants.
///
/// Only the first occurrence keeps exactly the instant that was entered.
public struct SeriesPlan: Hashable, Sendable {
    /// One meetup of a series.
    public struct Occurrence: Hashable, Sendable {
        /// The start according to the rule, on the wall clock of the meetup's zone.
        public let wallTime: LocalDateTime
        /// The plan of the first occurrence, moved to this occurrence's time.
        public let plan: MeetupPlan
    }

    /// The recurrence rule. Its UNTIL, if it has one, is the day of the last occurrence.
    public let rule: RecurrenceRule
    /// The occurrences in order of time, 2 to ``MeetupLimits/occurrences``.
    public let occurrences: [Occurrence]

    /// Creates the occurrences of a meetup.
    ///
    /// - Parameters:
    ///   - first: The plan of the first occurrence.
    ///   - text: The value of an RRULE property.
    ///   - now: The current time.
    /// - Throws: `ValidationError.invalid` with the failure of the field `repeats`.
    public init(_ first: MeetupPlan, repeating text: String, at now: Date) throws(ValidationError) {
        let rule = try RecurrenceRule(repeating: text)
        let times = try rule.times(from: first.span, in: first.timeZone, at: now)
        let lead = first.joinBy.map { first.span.start.timeIntervalSince($0) }
        occurrences = times.compactMap { time in
            var plan = first
            if time.instant != first.span.start {
                let end = time.instant.addingTimeInterval(first.span.duration)
                guard let span = TimeSpan(start: time.instant, end: end) else { return nil }  // cannot be empty
                plan.span = span
                plan.joinBy = lead.map { time.instant.addingTimeInterval(-$0) }
            }
            return Occurrence(wallTime: time.wallTime, plan: plan)
        }
        self.rule = rule.ending(with: times.last?.wallTime.day)
    }
}

extension RecurrenceRule {
    /// Creates a rule from text that describes how a meetup repeats.
    ///
    /// - Throws: `ValidationError.invalid` with the failure of the field `repeats`.
    init(repeating text: String) throws(ValidationError) {
        let rule: RecurrenceRule
        do { rule = try RecurrenceRule(text) } catch { throw .repetition(.unknownRepetition) }
        guard rule.isForMeetups else { throw .repetition(.unknownRepetition) }
        switch rule.end {
        case .never: throw .repetition(.neverEnds, ["max": .integer(MeetupLimits.occurrences)])
        case .count(let count): try Self.check(count)
        case .until: break
        }
        self = rule
    }

    private static func check(_ count: Int) throws(ValidationError) {
        guard count >= 2 else { throw .repetition(.tooFew, ["min": 2]) }
        guard count <= MeetupLimits.occurrences else {
            throw .repetition(.tooMany, ["max": .integer(MeetupLimits.occurrences)])
        }
    }

    private var isForMeetups: Bool {
        guard (1...12).contains(interval), months.isEmpty, positions.isEmpty else { return false }
        switch frequency {
        case .daily: return weekdays.isEmpty && monthDays.isEmpty
        case .weekly: return true
        case .monthly:
            return weekdays.count + monthDays.count <= 1 && monthDays.allSatisfy { $0 >= -1 }
                && weekdays.allSatisfy { [1, 2, 3, 4, -1].contains($0.ordinal) }
        case .yearly: return false
        }
    }

    /// Returns the start times of the occurrences. The first is exactly the start of `first`.
    ///
    /// - Parameters:
    ///   - first: The span of the first occurrence. It must be a time at which a meetup may be planned.
    ///   - zone: The zone of the meetup.
    ///   - now: The current time.
    /// - Throws: `ValidationError.invalid` with the failure of the field `repeats`.
    func times(
        from first: TimeSpan, in zone: TimeZone, at now: Date
    ) throws(ValidationError) -> [(wallTime: LocalDateTime, instant: Date)] {
        let start = LocalDateTime(first.start, in: zone)
        let limit = now.addingTimeInterval(.days(MeetupLimits.daysAhead))
        // The window also limits the work for a long rule. Wall clocks differ by less than a day.
        let window = TimeSpan(start: first.start.addingTimeInterval(-.days(1)), end: limit.addingTimeInterval(1))
        let series = EventSeries(start: start, zone: CalendarZone(zone), rule: self)
        var times = (window.map { series.occurrences(in: $0) } ?? []).map {
            (wallTime: $0.wallTime, instant: $0.instant)
        }
        let last = lastInstant(in: zone)
        if let last, last < first.start { try Self.check(0) }
        guard times.first?.wallTime == start else { throw .repetition(.startsOffRule) }
        times[0].instant = first.start
        guard last.map({ $0 <= limit }) ?? (end == .count(times.count)) else {
            throw .repetition(.tooFarAhead, ["days": .integer(MeetupLimits.daysAhead)])
        }
        try Self.check(times.count)
        guard zip(times, times.dropFirst()).allSatisfy({ $1.instant >= $0.instant + first.duration }) else {
            throw .repetition(.overlaps)
        }
        return times
    }

    /// The instant after which no occurrence starts, or `nil` without UNTIL.
    private func lastInstant(in zone: TimeZone) -> Date? {
        switch end {
        case .never, .count: nil
        case .until(.day(let day)): CalendarTime.day(CalendarDay(sinceEpoch: day.sinceEpoch + 1)).instant(in: zone)
        case .until(let time): time.instant(in: zone)
        }
    }

    /// Returns the rule with an UNTIL replaced by a day.
    fileprivate func ending(with day: CalendarDay?) -> RecurrenceRule {
        guard case .until = end, let day else { return self }
        return with(weekdays, end: .until(.day(day)), weekStart: weekStart) ?? self
    }

    /// Returns the rule of the occurrences moved by a number of days, or `nil` if no rule can express them.
    func moved(byDays days: Int) -> RecurrenceRule? {
        guard days != 0 else { return self }
        guard frequency != .monthly else { return nil }
        func moved(_ day: Weekday) -> Weekday { Weekday.allCases[((day.rawValue + days) % 7 + 7) % 7] }
        var end = end
        if case .until(.day(let day)) = end {
            end = .until(.day(CalendarDay(sinceEpoch: day.sinceEpoch + days)))
        }
        return with(weekdays.map { DayOfWeek(moved($0.weekday)) }, end: end, weekStart: moved(weekStart))
    }

    private func with(_ weekdays: [DayOfWeek], end: End, weekStart: Weekday) -> RecurrenceRule? {
        // The parts come from a valid rule, so they form a valid rule.
        try? RecurrenceRule(
            frequency, interval: interval, end: end, months: months, monthDays: monthDays, weekdays: weekdays,
            positions: positions, weekStart: weekStart)
    }
}

extension ValidationError {
    fileprivate static func repetition(_ code: FailureCode, _ parameters: [String: ParameterValue] = [:]) -> Self {
        .invalid([FieldFailure(path: "repeats", code: code, parameters: parameters)])
    }
}
