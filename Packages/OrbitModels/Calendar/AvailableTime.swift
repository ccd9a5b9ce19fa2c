public import Foundation

extension WeeklyAvailability {
    /// Whether the wall clock shows one of the hours at this instant.
    public func contains(_ instant: Date) -> Bool {
        let second = timeZone.second(of: instant)
        let hour = (second + timeZone.offset(at: second)).flooredDivision(by: 3_600).quotient
        return hours.contains(HourOfWeek(hourSinceEpoch: hour))
    }

    /// Returns the intervals during which the wall clock shows one of the hours, in order.
    ///
    /// Clock changes are taken into account. An hour that is skipped on a day is missing, and a repeated hour occurs
    /// twice. Only the first 371 days of the window are searched.
    ///
    /// ```swift
    /// let week = TimeSpan(weekOf: today, in: mine.timeZone)
    /// let both = mine.spans(in: week, sharedWith: theirs)  // in any two zones
    /// ```
    public func spans(in window: TimeSpan) -> [TimeSpan] {
        guard !hours.isEmpty else { return [] }
        var spans: [TimeSpan] = []
        for (hour, span) in timeZone.clockHours(in: window) where hours.contains(hour) {
            guard let span = span.intersection(window) else { continue }
            if let last = spans.last, last.end == span.start, let joined = TimeSpan(start: last.start, end: span.end) {
                spans[spans.count - 1] = joined
            } else {
                spans.append(span)
            }
        }
        return spans
    }

    /// Returns the intervals in which both people are free, in order. The hours of each person apply to the clock of
    /// that person's zone.
    public func spans(in window: TimeSpan, sharedWith other: Self) -> [TimeSpan] {
        let (mine, theirs) = (spans(in: window), other.spans(in: window))
        var shared: [TimeSpan] = []
        var (i, j) = (0, 0)
        while i < mine.count, j < theirs.count {
            if let both = mine[i].intersection(theirs[j]) { shared.append(both) }
            if mine[i].end < theirs[j].end { i += 1 } else { j += 1 }
        }
        return shared
    }

    /// Returns the whole hours in the week of `day` at which both are free, on the clock of this value's zone.
    public func hours(inWeekOf day: CalendarDay, sharedWith other: Self) -> HourSet {
        guard let week = TimeSpan(weekOf: day, in: timeZone) else { return HourSet() }
        var shared = HourSet()
        for span in spans(in: week, sharedWith: other) {
            for (hour, clockHour) in timeZone.clockHours(in: span)
            where clockHour.start >= span.start && clockHour.end <= span.end {
                shared.insert(hour)
            }
        }
        return shared
    }
}

extension TimeSpan {
    /// Creates the week of a day, from Monday to Sunday by the calendar of a zone. It has 168 hours, except across
    /// clock changes. Returns `nil` unless the week and the Monday after it are in the years 0 to 9999.
    public init?(weekOf day: CalendarDay, in zone: TimeZone) {
        guard let monday = day.adding(days: -day.weekday.rawValue), let next = monday.adding(days: 7) else {
            return nil
        }
        self.init(start: monday.start(in: zone), end: next.start(in: zone))
    }

    /// Returns the part common to both, or `nil` if they do not overlap. Spans that only touch do not overlap.
    public func intersection(_ other: Self) -> TimeSpan? {
        TimeSpan(start: max(start, other.start), end: min(end, other.end))
    }
}

extension CalendarDay {
    /// Returns the day `days` later, or earlier if `days` is negative. Returns `nil` outside the years 0 to 9999.
    public func adding(days: Int) -> CalendarDay? {
        let (sum, isTooMuch) = sinceEpoch.addingReportingOverflow(days)
        return isTooMuch || !(-719_528...2_932_896).contains(sum) ? nil : CalendarDay(sinceEpoch: sum)
    }

    /// The day of the week.
    public var weekday: Weekday { Weekday.allCases[(sinceEpoch + 3).flooredDivision(by: 7).remainder] }

    /// Returns the first instant at which the wall clock shows this day. If the zone skips the day, returns the instant
    /// of the clock change, at which the next day begins.
    public func start(in zone: TimeZone) -> Date {
        let midnight = sinceEpoch * 86_400
        let lower = Double(midnight - 2 * 86_400).clamped(to: TimeZone.secondsOfCalendar)
        let upper = Double(midnight + 2 * 86_400).clamped(to: TimeZone.secondsOfCalendar)
        let start = zone.periods(from: Int(lower), to: Int(upper)).lazy
            .map { (second: max($0.start, midnight - $0.offset), end: $0.end) }
            .first { $0.second < $0.end }?.second
        return Date(timeIntervalSince1970: Double(start ?? midnight))
    }
}

extension TimeZone {
    /// Returns the hours that the wall clock shows during a window, each with its instants. Hours are cut at clock
    /// changes, but not at the ends of the window. Covers at most 371 days.
    fileprivate func clockHours(in window: TimeSpan) -> [(HourOfWeek, TimeSpan)] {
        let start = Int(window.start.timeIntervalSince1970.clamped(to: Self.secondsOfCalendar).rounded(.down))
        let end = Int(window.end.timeIntervalSince1970.clamped(to: Self.secondsOfCalendar).rounded(.up))
        var hours: [(HourOfWeek, TimeSpan)] = []
        // The search starts early and ends late, so that the hours at both ends are whole.
        for period in periods(from: start - 3_600, to: min(end, start + 371 * 86_400) + 3_600) {
            let first = (period.start + period.offset).flooredDivision(by: 3_600).quotient
            let last = (period.end + period.offset - 1).flooredDivision(by: 3_600).quotient
            for hour in first...max(first, last) {
                let shown = TimeSpan(
                    start: Date(timeIntervalSince1970: Double(max(hour * 3_600 - period.offset, period.start))),
                    end: Date(timeIntervalSince1970: Double(min((hour + 1) * 3_600 - period.offset, period.end))))
                if let shown, shown.overlaps(window) { hours.append((HourOfWeek(hourSinceEpoch: hour), shown)) }
            }
        }
        return hours
    }
}

extension HourOfWeek {
    /// Creates the hour from the hours of wall-clock time since 1970-01-01, a Thursday.
    fileprivate init(hourSinceEpoch hour: Int) {
        self.init(index: (hour + 72).flooredDivision(by: 168).remainder)
    }
}
