public import Foundation
public import ICalendar
public import OrbitModels
public import Validation

/// The occurrences of a meetup that repeats: which `RecurrenceRule`s a meetup may repeat by, and when it takes place.
///
/// ```swift
/// let series = try SeriesPlan(plan, repeating: "FREQ=WEEKLY;COUNT=8", at: now)
/// series.occurrences.map(\.plan.span.start)  // eight times at 18:00, also when clocks change
/// ```
///
/// A meetup repeats every 1 to 12 days, weeks or months: by week on the weekdays of BYDAY, by month on one day
/// (BYMONTHDAY 1 to 31 or -1) or one weekday (BYDAY with 1 to 4 or -1), otherwise on that of the start. It must end,
/// after 2 to ``MeetupLimits/occurrences`` occurrences that all start within ``MeetupLimits/daysAhead``, and the first is
/// the start. A day that a month does not have, such as 29 February of most years, is left out (RFC 5545, 3.3.10).
///
/// All are as long as the first (RFC 5545, 3.8.5.3), and people may ask to attend until as long before each. They keep
/// the time on the wall clock of the meetup's zone: a time that clocks skip is read with the offset before the change,
/// and of a time that they show twice the first is meant (3.3.5). Only the first occurrence is at the very instant that
/// was entered.
public struct SeriesPlan: Hashable, Sendable {
    /// One meetup of a series.
    public struct Occurrence: Hashable, Sendable {
        /// When it starts by the rule, on the wall clock of the meetup's zone.
        public let wallTime: WallTime
        /// As the first, at its own time.
        public let plan: MeetupPlan
    }

    /// The rule. An UNTIL is the day of the last occurrence.
    public let rule: RecurrenceRule
    /// In order; 2 to ``MeetupLimits/occurrences``.
    public let occurrences: [Occurrence]

    /// - Parameters:
    ///   - first: the plan of the first occurrence.
    ///   - text: the value of an RRULE property.
    ///   - now: when it is planned.
    /// - Throws: `ValidationError.invalid` with the failure of the field `repeats`.
    public init(_ first: MeetupPlan, repeating text: String, at now: Date) throws(ValidationError) {
        let rule = try RecurrenceRule(repeating: text)
        let times = try rule.times(from: first.span, in: first.timeZone, at: now)
        let lead = first.joinBy.map { first.span.start.timeIntervalSince($0) }
        occurrences = times.compactMap { time in
            var plan = first
            if time.instant != first.span.start {
                let end = time.instant.addingTimeInterval(first.span.duration)
                guard let span = TimeSpan(start: time.instant, end: end) else { return nil }  // it has a length
                plan.span = span
                plan.joinBy = lead.map { time.instant.addingTimeInterval(-$0) }
            }
            return Occurrence(wallTime: time.wallTime, plan: plan)
        }
        self.rule = rule.ending(with: times.last?.wallTime.day)
    }
}

extension RecurrenceRule {
    /// Reads a rule by which a meetup may repeat.
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

    /// The occurrences of a meetup, the first at its very start.
    ///
    /// - Parameter first: must be a time at which a meetup may be planned.
    func times(
        from first: TimeSpan, in zone: TimeZone, at now: Date
    ) throws(ValidationError) -> [(wallTime: WallTime, instant: Date)] {
        let start = WallTime(first.start, in: zone)
        let limit = now.addingTimeInterval(.days(MeetupLimits.daysAhead))
        // A rule that goes on for ever is looked at no further. Clocks differ by less than a day.
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

    /// No occurrence starts after it; `nil` without UNTIL.
    private func lastInstant(in zone: TimeZone) -> Date? {
        switch end {
        case .never, .count: nil
        case .until(.day(let day)): CalendarTime.day(CalendarDay(sinceEpoch: day.sinceEpoch + 1)).instant(in: zone)
        case .until(let time): time.instant(in: zone)
        }
    }

    /// With the day instead of any other UNTIL.
    fileprivate func ending(with day: CalendarDay?) -> RecurrenceRule {
        guard case .until = end, let day else { return self }
        return with(weekdays, end: .until(.day(day)), weekStart: weekStart) ?? self
    }

    /// The rule of occurrences that are so many days later; `nil` if a rule cannot say so.
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
        // What a rule was made of makes one again.
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
