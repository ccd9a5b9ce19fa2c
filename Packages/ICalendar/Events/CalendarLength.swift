/// A length of RFC 5545 (3.3.6): calendar days, whose length changes with the clock, and seconds, whose length is
/// fixed.
///
/// ```swift
/// let length = CalendarLength(days: 1, seconds: 3_600)  // a day and an hour: P1DT1H
/// ```
public struct CalendarLength: Hashable, Sendable {
    /// The number of days, 0 to 3,652,425 (10,000 years).
    public let days: Int
    /// The number of seconds, 0 to 315,569,520,000 (10,000 years).
    public let seconds: Int

    /// Creates a length. Both numbers are clamped to 0 to 10,000 years.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = min(max(days, 0), 3_652_425)
        self.seconds = min(max(seconds, 0), 315_569_520_000)
    }

    /// Creates a length from text such as `P1DT2H30M` or `P2W`. The result is `nil` for other text and for negative
    /// lengths.
    init?(_ text: String) {
        var bytes = text.uppercased().utf8[...]
        if bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        guard bytes.popFirst() == UInt8(ascii: "P") else { return nil }
        var (days, seconds, isTime, count) = (0, 0, false, 0)
        while let first = bytes.first {
            if first == UInt8(ascii: "T"), !isTime {
                isTime = true
                bytes.removeFirst()
                continue
            }
            let digits = bytes.prefix { (0x30...0x39).contains($0) }
            bytes = bytes[digits.endIndex...]
            guard (1...9).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
                let unit = bytes.popFirst()
            else { return nil }
            switch (unit, isTime) {
            case (UInt8(ascii: "W"), false): days += 7 * number
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += 3_600 * number
            case (UInt8(ascii: "M"), true): seconds += 60 * number
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
            count += 1
            guard count <= 5 else { return nil }
        }
        guard count > 0 else { return nil }
        self.init(days: days, seconds: seconds)
    }

    /// The text of the length in files.
    var text: String {
        var text = days > 0 ? "P\(days)D" : "P"
        if seconds > 0 || days == 0 {
            text += "T"
            let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
            if hours > 0 { text += "\(hours)H" }
            // RFC 5545 does not allow seconds directly after hours.
            if minutes > 0 || (hours > 0 && rest > 0) { text += "\(minutes)M" }
            if rest > 0 || seconds == 0 { text += "\(rest)S" }
        }
        return text
    }
}
