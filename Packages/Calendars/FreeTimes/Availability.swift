import Foundation
public import OrbitModels

/// The times at which a person can meet.
///
/// The person enters an availability once:
/// - the usual hours of the week on the wall clock of a zone,
/// - different hours of single days, and
/// - the busy times of the calendar.
///
/// ```swift
/// var mine = Availability(week: WeeklyAvailability(timeZone: berlin, hours: hours))
/// mine.days[birthday] = .busy
/// mine.busy = TimeSet(lectures)
/// let free = mine.freeTimes(in: week)
/// ```
public struct Availability: Hashable, Sendable {
    /// The usual hours, and the zone whose wall clock all hours refer to.
    public var week: WeeklyAvailability
    /// The usual hours in which the person comes only if needed. Hours that are also in ``week`` count as available.
    public var ifNeeded: HourSet
    /// The days whose hours differ from the usual ones.
    public var days: [CalendarDay: DayAvailability]
    /// The times at which the person is busy, independent of the hours.
    public var busy: TimeSet

    /// Creates an availability.
    public init(
        week: WeeklyAvailability, ifNeeded: HourSet = HourSet(), days: [CalendarDay: DayAvailability] = [:],
        busy: TimeSet = TimeSet()
    ) {
        self.week = week
        self.ifNeeded = ifNeeded
        self.days = days
        self.busy = busy
    }

    /// Returns the times at which the person is free during a window.
    ///
    /// Clock changes are applied: a skipped hour is missing on its day, and a repeated hour occurs twice. At most the
    /// first 371 days of the window are searched.
    ///
    /// - Complexity: O(days + busy times).
    public func freeTimes(in window: TimeSpan) -> FreeTimes {
        guard let window = window.bounded else { return FreeTimes(available: TimeSet(), possible: TimeSet()) }
        return hours(in: window, ZoneOffsetTable(of: week.timeZone, during: window)).subtracting(busy)
    }
}

/// The hours of a single day, instead of the usual ones.
public enum DayAvailability: Hashable, Sendable {
    /// The person is free from midnight to midnight.
    case free
    /// The person is busy the whole day.
    case busy
    /// The person is free in these hours. Hours after midnight continue on the next day, unless that day has its own
    /// hours.
    case hours([HourRange], ifNeeded: [HourRange] = [])
}

/// The times at which a person is free.
public struct FreeTimes: Hashable, Sendable {
    /// The times at which the person is available.
    public let available: TimeSet
    /// The times at which the person is available or comes if needed.
    public let possible: TimeSet

    /// The times at which the person comes only if needed.
    public var ifNeeded: TimeSet { possible.subtracting(available) }

    func subtracting(_ busy: TimeSet) -> FreeTimes { both { $0.subtracting(busy) } }

    func intersection(_ window: TimeSpan) -> FreeTimes { both { $0.intersection(window) } }

    /// Applies a change to both sets. Equal sets are changed only once.
    private func both(_ change: (TimeSet) -> TimeSet) -> FreeTimes {
        let changed = change(possible)
        return FreeTimes(available: available == possible ? changed : change(available), possible: changed)
    }
}

extension TimeSpan {
    /// The first 371 days, clamped to the years 0 to 9999, or `nil` if no time is left. This limits the work for a
    /// window.
    var bounded: TimeSpan? {
        let first = Double(TimeZone.gmt.second(of: start)) - Double(Date.referenceSecond)
        let last = Double(TimeZone.gmt.second(of: end)) - Double(Date.referenceSecond) + 1
        let start = max(start.seconds, first)
        return TimeSpan(from: start, to: min(end.seconds, start + 371 * 86_400, last))
    }
}
