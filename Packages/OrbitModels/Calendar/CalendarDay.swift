public import Foundation

/// A day of the calendar without a time or a zone: `2026-11-21`.
public struct CalendarDay: Hashable, Sendable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day, 1 to the length of the month.
    public let day: Int

    /// Creates a day, or returns `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard CivilCalendar.days(year: year, month: month, day: day) != nil else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day that the calendar shows at `date` in `zone`, clamped to the years 0 to 9999.
    public init(_ date: Date, in zone: TimeZone) {
        // Clamped first: `TimeZone` traps on dates far outside the calendar.
        let seconds = date.timeIntervalSince1970.clamped(to: TimeZone.secondsOfCalendar)
        let local = seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
        self.init(sinceEpoch: Int((local / 86_400).rounded(.down).clamped(to: -719_528...2_932_896)))
    }

    /// Creates a day from the days since 1970-01-01, clamped to the years 0 to 9999.
    package init(sinceEpoch days: Int) {
        (year, month, day) = CivilCalendar.civil(days: min(max(days, -719_528), 2_932_896))
    }

    /// Creates a day from `yyyy-mm-dd`, or returns `nil` for any other text.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2), reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension CalendarDay {
    /// Returns the days from `other` to this day; negative if this day is earlier.
    public func days(since other: CalendarDay) -> Int { sinceEpoch - other.sinceEpoch }

    /// The number of days since 1970-01-01.
    // Every valid day has a number, so 0 never replaces a missing number.
    package var sinceEpoch: Int { CivilCalendar.days(year: year, month: month, day: day) ?? 0 }
}

extension CalendarDay: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

extension CalendarDay: CustomStringConvertible {
    /// The day as `yyyy-mm-dd`.
    public var description: String { "\(year, digits: 4)-\(month, digits: 2)-\(day, digits: 2)" }
}

extension CalendarDay: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CalendarDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a day, yyyy-mm-dd")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Double {
    /// Returns the nearest value inside `range`, and its lower bound for NaN.
    func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
