public import Foundation

/// A local date and time without a zone, as a wall clock shows it: `2026-11-22T18:30:00`.
///
/// ```swift
/// let tennis = LocalDateTime("2026-11-22T18:30:00")
/// let start = tennis?.instants(in: zone).first  // an instant, even if the clock skips or repeats the time
/// ```
public struct LocalDateTime: Hashable, Sendable {
    /// The day.
    public let day: CalendarDay
    /// The time of day that the wall clock shows, in seconds from 00:00, 0 to 86,399.
    public let secondOfDay: Int

    /// Creates a time. Returns `nil` unless the hour is 0 to 23, and the minute and second are 0 to 59.
    public init?(_ day: CalendarDay, hour: Int, minute: Int = 0, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.day = day
        secondOfDay = hour * 3_600 + minute * 60 + second
    }

    /// Creates the time that the wall clock of a zone shows at an instant, clamped to the years 0 to 9999. Fractions of
    /// a second are dropped.
    public init(_ instant: Date, in zone: TimeZone) {
        let second = zone.second(of: instant)
        self.init(secondSinceEpoch: second + zone.offset(at: second))
    }

    /// Creates a time from the seconds of wall-clock time since 1970-01-01T00:00:00, clamped to the years 0 to 9999.
    package init(secondSinceEpoch second: Int) {
        let (days, rest) = second.flooredDivision(by: 86_400)
        day = CalendarDay(sinceEpoch: days)
        secondOfDay = rest
    }

    /// Creates a time from `yyyy-mm-ddThh:mm:ss`, or returns `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        var reader = DigitReader(String(parts[1]))
        guard let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"), let second = reader.number(digits: 2), reader.isAtEnd
        else { return nil }
        self.init(day, hour: hour, minute: minute, second: second)
    }

    /// The hour, 0 to 23.
    public var hour: Int { secondOfDay / 3_600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondOfDay % 60 }

    /// The hour and minute in 24-hour time, such as `09:05`.
    public var hourAndMinute: String { "\(hour, digits: 2):\(minute, digits: 2)" }

    /// The seconds of wall-clock time since 1970-01-01T00:00:00.
    package var secondSinceEpoch: Int { day.sinceEpoch * 86_400 + secondOfDay }
}

extension LocalDateTime {
    /// The instants at which the wall clock of a zone shows a time.
    public enum Instants: Hashable, Sendable {
        /// The clock shows the time once.
        case once(Date)
        /// The clock shows the time twice, because it is set back.
        case twice(first: Date, second: Date)
        /// The clock never shows the time, because it is set forward. The instant uses the offset before the change, as
        /// RFC 5545 (3.3.5) requires. A time of 02:30 then means the instant at which the clock shows 03:30.
        case skipped(Date)

        /// The instant that RFC 5545 (3.3.5) defines, which is the first of two.
        public var first: Date {
            switch self {
            case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
            }
        }
    }

    /// Returns the instants at which the wall clock of a zone shows this time.
    public func instants(in zone: TimeZone) -> Instants {
        ZoneOffsetTable(of: zone, around: secondSinceEpoch).instants(of: secondSinceEpoch)
    }
}

extension LocalDateTime: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.day, lhs.secondOfDay) < (rhs.day, rhs.secondOfDay)
    }
}

extension LocalDateTime: CustomStringConvertible {
    /// The time as `yyyy-mm-ddThh:mm:ss`.
    public var description: String {
        "\(day)T\(hour, digits: 2):\(minute, digits: 2):\(second, digits: 2)"
    }
}

extension LocalDateTime: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = LocalDateTime(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a time without zone, yyyy-mm-ddThh:mm:ss")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
