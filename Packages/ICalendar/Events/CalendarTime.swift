public import Foundation
public import OrbitModels

/// A time in one of the four forms of RFC 5545 (3.3.4 and 3.3.5).
///
/// ```swift
/// if let zone = TimeZone(identifier: "Europe/Berlin"), let wallTime = LocalDateTime("2026-11-24T18:00:00") {
///     let start = CalendarTime.zoned(wallTime, CalendarZone(zone))
///     let instant = start.instant(in: .gmt)  // only days and floating times use the given zone
/// }
/// ```
public enum CalendarTime: Hashable, Sendable {
    /// A whole day, independent of the zone.
    case day(CalendarDay)
    /// A floating time: a wall time in the reader's zone.
    case floating(LocalDateTime)
    /// An instant in whole seconds. Files contain it in UTC.
    case instant(Date)
    /// A wall time in a zone.
    case zoned(LocalDateTime, CalendarZone)

    /// Returns the instant of the time. Whole days start at 00:00.
    ///
    /// - Parameter zone: The reader's zone, for whole days and floating times.
    public func instant(in zone: TimeZone) -> Date {
        if case .instant(let instant) = self { return instant }
        return self.zone(in: zone).instants(of: wallTime(in: zone)).first
    }

    /// Returns the wall time in the time's own zone. Whole days start at 00:00.
    ///
    /// - Parameter zone: The reader's zone, for whole days and floating times.
    public func wallTime(in zone: TimeZone) -> LocalDateTime {
        switch self {
        case .day(let day): LocalDateTime(secondSinceEpoch: day.sinceEpoch * 86_400)
        case .floating(let time), .zoned(let time, _): time
        case .instant(let instant): LocalDateTime(instant, in: .gmt)
        }
    }

    /// Returns the time's own zone: UTC for an instant, and the reader's zone for whole days and floating times.
    func zone(in zone: TimeZone) -> CalendarZone {
        switch self {
        case .day, .floating: CalendarZone(zone)
        case .instant: CalendarZone(.gmt)
        case .zoned(_, let zone): zone
        }
    }

    /// Whether the time is a whole day.
    var isDay: Bool {
        if case .day = self { true } else { false }
    }

    /// Returns the same wall time in the zone of `start`, if only one of the two times names a zone. Otherwise returns
    /// `nil`.
    ///
    /// RFC 5545 (3.8.2.2) requires DTEND in the form of DTSTART, but common writers omit the zone.
    func inForm(of start: CalendarTime) -> CalendarTime? {
        switch (start, self) {
        case (.zoned(_, let zone), .floating(let time)): .zoned(time, zone)
        case (.instant, .floating(let time)): .instant(Date(timeIntervalSince1970: Double(time.secondSinceEpoch)))
        case (.floating, .zoned(let time, _)): .floating(time)
        default: nil
        }
    }

    /// Returns the calendar day of a time that identifies an occurrence of an all-day series.
    ///
    /// Some writers exclude or move all-day occurrences by a date-time. The result is then the day of its own wall
    /// clock. A UTC time other than midnight usually is midnight in the writer's zone. That zone is not known, so
    /// `zone` is used instead.
    func calendarDay(in zone: TimeZone) -> CalendarDay {
        if case .instant(let instant) = self, wallTime(in: zone).secondOfDay != 0 {
            return LocalDateTime(instant, in: zone).day
        }
        return wallTime(in: zone).day
    }
}

extension CalendarTime {
    /// Creates a time from `yyyymmdd`, `yyyymmddThhmmss` or `yyyymmddThhmmssZ`. Second 60 reads as 59 (RFC 5545,
    /// 3.3.12).
    ///
    /// - Parameters:
    ///   - text: The value in the file.
    ///   - zone: The zone of a time without `Z`, or `nil` for a floating time.
    init?(_ text: String, zone: CalendarZone?) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16, let year = number(0..<4),
            let month = number(4..<6), let dayOfMonth = number(6..<8),
            let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if bytes.count == 8 {
            self = .day(day)
            return
        }
        guard bytes[8] | 0x20 == UInt8(ascii: "t"), let hour = number(9..<11), let minute = number(11..<13),
            let second = number(13..<15), second <= 60,
            let time = LocalDateTime(day, hour: hour, minute: minute, second: min(second, 59))
        else { return nil }
        if bytes.count == 16 {
            guard bytes[15] | 0x20 == UInt8(ascii: "z") else { return nil }
            self = .instant(Date(timeIntervalSince1970: Double(time.secondSinceEpoch)))
        } else if let zone, zone.isUTC {
            self = .instant(Date(timeIntervalSince1970: Double(time.secondSinceEpoch)))
        } else if let zone {
            self = .zoned(time, zone)
        } else {
            self = .floating(time)
        }
    }

    /// The text of the time in files, without the name of its zone.
    var text: String {
        switch self {
        case .day(let day): day.description.filter { $0 != "-" }
        case .zoned(let time, let zone): time.compact + (zone.isUTC ? "Z" : "")
        case .floating(let time): time.compact
        case .instant(let instant): LocalDateTime(instant, in: .gmt).compact + "Z"
        }
    }
}

extension LocalDateTime {
    /// The text in the form `yyyymmddThhmmss`.
    var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
