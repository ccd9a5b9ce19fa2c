import Foundation
import OrbitModels

extension RecurrenceRule {
    /// Creates a rule from the value of an RRULE property, in any case of letters.
    ///
    /// - Throws: ``RecurrenceRuleError`` for a part that is invalid or not supported. Parts are never ignored silently.
    public init(_ text: String) throws(RecurrenceRuleError) {
        try self.init(text, startingAt: nil)
    }

    /// Creates a rule from the value of an RRULE property.
    ///
    /// BYHOUR, BYMINUTE and BYSECOND are accepted if they repeat the time of day of `start`, or if `start` is a whole
    /// day. RFC 5545 (3.3.10) ignores them for whole days.
    init(_ text: String, startingAt start: CalendarTime?) throws(RecurrenceRuleError) {
        guard text.utf8.count <= 2_000 else { throw .tooLong }
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
            guard sides.count == 2, !sides[0].isEmpty else { throw .malformed(String(part.prefix(40))) }
            if let start, Self.isRedundant(sides[0], sides[1], start) { continue }
            guard Self.partNames.contains(sides[0]) else { throw .unsupportedPart(String(sides[0].prefix(40))) }
            guard parts.updateValue(sides[1], forKey: sides[0]) == nil else { throw .repeatedPart(sides[0]) }
        }
        guard let word = parts["FREQ"] else { throw .missingFrequency }
        guard let frequency = Frequency(rawValue: word) else { throw .unsupportedFrequency(String(word.prefix(40))) }
        try self.init(
            frequency, interval: Self.numbers(parts, "INTERVAL").first ?? 1, end: Self.end(parts),
            months: Self.numbers(parts, "BYMONTH"), monthDays: Self.numbers(parts, "BYMONTHDAY"),
            yearDays: Self.numbers(parts, "BYYEARDAY"), weekdays: Self.daysOfWeek(parts),
            positions: Self.numbers(parts, "BYSETPOS"), weekStart: Self.weekStart(parts))
    }

    private static let partNames: Set<String> = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYMONTH", "BYSETPOS", "WKST",
    ]

    private static func isRedundant(_ name: String, _ value: String, _ start: CalendarTime) -> Bool {
        let second = start.wallTime(in: .gmt).secondOfDay
        let ofStart: Int
        switch name {
        case "BYHOUR": ofStart = second / 3_600
        case "BYMINUTE": ofStart = second / 60 % 60
        case "BYSECOND": ofStart = second % 60
        default: return false
        }
        return start.isDay || number(value, isSigned: false) == ofStart
    }

    private static func end(_ parts: [String: String]) throws(RecurrenceRuleError) -> End {
        let count = try numbers(parts, "COUNT").first
        guard let text = parts["UNTIL"] else { return count.map(End.count) ?? .never }
        guard count == nil else { throw .twoEnds }
        guard let time = CalendarTime(text, zone: nil) else {
            throw .invalidValue(part: "UNTIL", String(text.prefix(40)))
        }
        return .until(time)
    }

    private static func numbers(_ parts: [String: String], _ name: String) throws(RecurrenceRuleError) -> [Int] {
        guard let text = parts[name] else { return [] }
        let isList = name.hasPrefix("BY")
        var numbers: [Int] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = number(item.trimmed, isSigned: isList), isList || numbers.isEmpty else {
                throw .invalidValue(part: name, String(text.prefix(40)))
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Returns the number of up to nine ASCII digits, with an optional sign if `isSigned`.
    private static func number(_ text: String, isSigned: Bool) -> Int? {
        let digits = isSigned && (text.hasPrefix("-") || text.hasPrefix("+")) ? text.dropFirst() : text[...]
        guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func daysOfWeek(_ parts: [String: String]) throws(RecurrenceRuleError) -> [DayOfWeek] {
        guard let text = parts["BYDAY"] else { return [] }
        var days: [DayOfWeek] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimmed }) {
            let ordinal = item.dropLast(2)
            guard let weekday = Weekday(code: String(item.suffix(2))),
                ordinal.isEmpty || number(String(ordinal), isSigned: true) != nil
            else { throw .invalidValue(part: "BYDAY", String(text.prefix(40))) }
            days.append(DayOfWeek(weekday, ordinal: number(String(ordinal), isSigned: true)))
        }
        return days
    }

    private static func weekStart(_ parts: [String: String]) throws(RecurrenceRuleError) -> Weekday {
        guard let code = parts["WKST"] else { return .monday }
        guard let weekday = Weekday(code: code) else {
            throw .invalidValue(part: "WKST", String(code.prefix(40)))
        }
        return weekday
    }
}

extension RecurrenceRule: CustomStringConvertible {
    /// The value of an RRULE property, in a fixed order and without default values.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .never: break
        case .count(let count): parts.append("COUNT=\(count)")
        case .until(let time): parts.append("UNTIL=\(time.text)")
        }
        func list(_ name: String, _ items: [String]) {
            if !items.isEmpty { parts.append("\(name)=\(items.joined(separator: ","))") }
        }
        list("BYMONTH", months.map(String.init))
        list("BYMONTHDAY", monthDays.map(String.init))
        list("BYYEARDAY", yearDays.map(String.init))
        list("BYDAY", weekdays.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code })
        list("BYSETPOS", positions.map(String.init))
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        return parts.joined(separator: ";")
    }
}

extension Weekday {
    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// The name in a recurrence rule, `MO` to `SU`.
    fileprivate var code: String { Self.codes[rawValue] }

    fileprivate init?(code: String) {
        guard let index = Self.codes.firstIndex(of: code) else { return nil }
        self.init(rawValue: index)
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmed: String {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
