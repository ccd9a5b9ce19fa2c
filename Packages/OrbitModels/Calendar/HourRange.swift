/// Consecutive hours on an unspecified day: from 9 to 12, or from 22 to 2.
public struct HourRange: Hashable, Sendable {
    /// The first hour, 0 to 23.
    public let start: Int
    /// The end, 1 to 24. It is smaller than `start` if the range ends on the next day.
    public let end: Int

    /// Creates a range. Returns `nil` outside the day, and for a range that ends where it starts. An end of 0 or 24 is
    /// midnight; the whole day is from 0 to 24.
    public init?(from start: Int, to end: Int) {
        guard (0...23).contains(start), (0...24).contains(end), start != end else { return nil }
        self.start = start
        self.end = end == 0 ? 24 : end
    }

    /// Whether the range continues after midnight.
    public var endsNextDay: Bool { end < start }

    /// Returns the hours of the range when it begins on this day, in order. After midnight on Sunday it continues on
    /// Monday.
    public func hours(on weekday: Weekday) -> [HourOfWeek] {
        let first = weekday.rawValue * 24
        return (first + start..<first + end + (endsNextDay ? 24 : 0)).map { HourOfWeek(index: $0 % 168) }
    }
}

extension HourSet {
    /// Whether every hour of a range that begins on `weekday` is in the set.
    public func contains(_ range: HourRange, on weekday: Weekday) -> Bool {
        range.hours(on: weekday).allSatisfy(contains)
    }

    /// Adds the hours of a range that begins on `weekday`.
    public mutating func insert(_ range: HourRange, on weekday: Weekday) {
        for hour in range.hours(on: weekday) { insert(hour) }
    }

    /// Removes the hours of a range that begins on `weekday`.
    public mutating func remove(_ range: HourRange, on weekday: Weekday) {
        for hour in range.hours(on: weekday) { remove(hour) }
    }

    /// Removes the range if the set contains all of its hours, and otherwise adds the missing hours.
    public mutating func toggle(_ range: HourRange, on weekday: Weekday) {
        if contains(range, on: weekday) { remove(range, on: weekday) } else { insert(range, on: weekday) }
    }
}
