public import Foundation

/// Instants as text (RFC 3339), such as `2026-11-21T15:04:05.250Z`. An offset is required, because a wall time alone is
/// not an instant.
public enum RFC3339 {
    /// Parses an instant. Returns `nil` unless every field is present and in range.
    ///
    /// Fractions are truncated to the millisecond. A leap second is read as the first second after it.
    public static func date(from text: String) -> Date? {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T", "t", " "),
            let days = CivilCalendar.days(year: year, month: month, day: day),
            let hour = reader.number(digits: 2), hour <= 23, reader.skip(":"),
            let minute = reader.number(digits: 2), minute <= 59, reader.skip(":"),
            let second = reader.number(digits: 2), second <= 60,
            let milliseconds = reader.milliseconds(),
            let offset = reader.offsetSeconds(), reader.isAtEnd
        else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + Double(milliseconds) / 1_000)
    }

    /// Formats an instant in UTC, to the millisecond. Returns `nil` outside the years 0000 to 9999.
    public static func string(from date: Date) -> String? {
        let total = date.roundedMilliseconds
        guard total >= -62_167_219_200_000, total < 253_402_300_800_000 else { return nil }
        let milliseconds = Int(total)
        let (days, inDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = CivilCalendar.civil(days: days)
        // Interpolation creates a string for each number. A page of a list has a hundred dates.
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.append(year, digits: 4, after: nil)
        text.append(month, digits: 2, after: "-")
        text.append(day, digits: 2, after: "-")
        text.append(inDay / 3_600_000, digits: 2, after: "T")
        text.append(inDay / 60_000 % 60, digits: 2, after: ":")
        text.append(inDay / 1_000 % 60, digits: 2, after: ":")
        if inDay % 1_000 != 0 { text.append(inDay % 1_000, digits: 3, after: ".") }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }
}

extension Date {
    /// The milliseconds since 1970, rounded to the nearest as in JSON. Lists of clients and indexes of the server have
    /// the same order, because both compare this number.
    package var roundedMilliseconds: Double { (timeIntervalSince1970 * 1_000).rounded() }
}

extension [UInt8] {
    /// Appends a separator, and a number below 10,000 with leading zeros.
    fileprivate mutating func append(_ number: Int, digits: Int, after separator: Unicode.Scalar?) {
        if let separator { append(UInt8(ascii: separator)) }
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

extension DigitReader {
    /// Consumes an optional fraction of a second. Returns `nil` for a point without digits.
    fileprivate mutating func milliseconds() -> Int? {
        guard skip(".") else { return 0 }
        var value = 0
        var digits = 0
        while let digit = number(digits: 1) {
            if digits < 3 { value = value * 10 + digit }
            digits += 1
        }
        guard digits > 0 else { return nil }
        for _ in min(digits, 3)..<3 { value *= 10 }
        return value
    }

    /// Consumes `Z` or `±hh:mm`, and returns the offset in seconds.
    fileprivate mutating func offsetSeconds() -> Int? {
        if skip("Z", "z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hour = number(digits: 2), hour <= 23, skip(":"), let minute = number(digits: 2), minute <= 59
        else { return nil }
        return sign * (hour * 3_600 + minute * 60)
    }
}
