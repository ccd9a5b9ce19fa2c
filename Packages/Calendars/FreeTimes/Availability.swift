import Foundation
public import OrbitModels

/// When a person can meet, entered once: the usual hours of the week by the wall clock of a zone, other hours on single
/// days, and what is already in the calendar.
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
    /// The usual hours in which the person comes only if needed. An hour that ``week`` has, too, is available.
    public var ifNeeded: HourSet
    /// The days whose hours differ from the usual ones.
    public var days: [CalendarDay: DayAvailability]
    /// When the person is busy, whatever the hours say.
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

    /// When the person is free during a window.
    ///
    /// Clock changes count as they happen: an hour that is skipped that day is missing, and an hour that is repeated is
    /// there twice. Looks at no more than the first 371 days of the window. O(days + busy times).
    public func freeTimes(in window: TimeSpan) -> FreeTimes {
        guard let window = window.bounded else { return FreeTimes(available: TimeSet(), possible: TimeSet()) }
        return hours(in: window, ZonePeriods(of: week.timeZone, during: window)).subtracting(busy)
    }
}

/// The hours of a single day, instead of the usual ones.
public enum DayAvailability: Hashable, Sendable {
    /// From midnight to midnight.
    case free
    /// Not at all.
    case busy
    /// In these hours. What goes past midnight continues on the next day, unless that day has hours of its own.
    case hours([HourRange], ifNeeded: [HourRange] = [])
}

/// When a person is free.
public struct FreeTimes: Hashable, Sendable {
    /// When the person is available.
    public let available: TimeSet
    /// When the person is available or comes if needed.
    public let possible: TimeSet

    /// When the person comes only if needed.
    public var ifNeeded: TimeSet { possible.subtracting(available) }

    func subtracting(_ busy: TimeSet) -> FreeTimes { both { $0.subtracting(busy) } }

    func intersection(_ window: TimeSpan) -> FreeTimes { both { $0.intersection(window) } }

    /// Both sets changed alike; once, if they are the same.
    private func both(_ change: (TimeSet) -> TimeSet) -> FreeTimes {
        let changed = change(possible)
        return FreeTimes(available: available == possible ? changed : change(available), possible: changed)
    }
}

extension TimeSpan {
    /// The first 371 days, clamped to the years 0 to 9999; `nil` if nothing is left. It bounds what a window can cost.
    var bounded: TimeSpan? {
        let first = Double(TimeZone.gmt.second(of: start)) - Double(Date.referenceSecond)
        let last = Double(TimeZone.gmt.second(of: end)) - Double(Date.referenceSecond) + 1
        let start = max(start.seconds, first)
        return TimeSpan(from: start, to: min(end.seconds, start + 371 * 86_400, last))
    }
}
