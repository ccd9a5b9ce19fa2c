/// A length of RFC 5545 (3.3.6): days of the calendar, which clock changes make longer or shorter, and seconds, which
/// they do not.
///
/// ```swift
/// let length = CalendarLength(days: 1, seconds: 3_600)  // a day and an hour: P1DT1H
/// ```
public struct CalendarLength: Hashable, Sendable {
    /// 0 to 3,652,425, which is 10,000 years.
    public let days: Int
    /// 0 to 315,569,520,000, which is 10,000 years.
    public let seconds: Int

    /// A length, clamped to 0 to 10,000 years.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = min(max(days, 0), 3_652_425)
        self.seconds = min(max(seconds, 0), 315_569_520_000)
    }

    /// Reads a value such as `P1DT2H30M` or `P2W`; `nil` if it is none, or negative.
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

    /// As files write it.
    var text: String {
        var text = days > 0 ? "P\(days)D" : "P"
        if seconds > 0 || days == 0 {
            text += "T"
            let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
            if hours > 0 { text += "\(hours)H" }
            // RFC 5545 allows no hours followed by seconds alone.
            if minutes > 0 || (hours > 0 && rest > 0) { text += "\(minutes)M" }
            if rest > 0 || seconds == 0 { text += "\(rest)S" }
        }
        return text
    }
}
