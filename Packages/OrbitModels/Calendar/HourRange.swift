/// Some hours in a row, on whichever day: from nine to twelve, or from ten at night to two.
public struct HourRange: Hashable, Sendable {
    /// 0 to 23.
    public let start: Int
    /// 1 to 24. Smaller than `start` if the range ends on the day after.
    public let end: Int

    /// Midnight at the end may be written 0 or 24. `nil` outside the day, and for a range that ends where
    /// it starts.
    public init?(from start: Int, to end: Int) {
        guard (0...23).contains(start), (0...24).contains(end), start != end else { return nil }
        self.start = start
        self.end = end == 0 ? 24 : end
    }

    public var endsNextDay: Bool { end < start }

    /// The hours of the range that begins on this day, in order. What goes over midnight on Sunday goes on
    /// on Monday.
    public func hours(on weekday: Weekday) -> [HourOfWeek] {
        let first = weekday.rawValue * 24
        return (first + start..<first + end + (endsNextDay ? 24 : 0)).map { HourOfWeek(index: $0 % 168) }
    }
}

extension HourSet {
    public func contains(_ range: HourRange, on weekday: Weekday) -> Bool {
        range.hours(on: weekday).allSatisfy(contains)
    }

    public mutating func insert(_ range: HourRange, on weekday: Weekday) {
        for hour in range.hours(on: weekday) { insert(hour) }
    }

    public mutating func remove(_ range: HourRange, on weekday: Weekday) {
        for hour in range.hours(on: weekday) { remove(hour) }
    }

    /// Takes the whole range out if the whole of it is there; else fills it up.
    public mutating func toggle(_ range: HourRange, on weekday: Weekday) {
        if contains(range, on: weekday) { remove(range, on: weekday) } else { insert(range, on: weekday) }
    }
}
