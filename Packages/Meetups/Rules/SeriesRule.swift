public import OrbitModels

/// The part of RFC 5545's recurrence rules (3.3.10) by which meetups repeat: every so many days, weeks or months, on
/// some weekdays if it is weeks, and an end.
///
/// ```swift
/// SeriesRule("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8") != nil
/// ```
public struct SeriesRule: Hashable, Sendable {
    /// How often it repeats.
    public enum Frequency: String, CaseIterable, Hashable, Sendable {
        /// Each day, week or month, times ``SeriesRule/interval``.
        case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY"
    }

    /// When a series ends.
    public enum End: Hashable, Sendable {
        /// After so many occurrences, 2 to ``MeetupLimits/occurrences``.
        case count(Int)
        /// With this day, in the zone of the meetup.
        case day(CalendarDay)
    }

    /// How often it repeats.
    public var frequency: Frequency
    /// Every so many days, weeks or months, 1 to 12.
    public var interval: Int
    /// The weekdays of a weekly rule; none for that of the first occurrence.
    public var weekdays: [Weekday]
    /// When the series ends.
    public var end: End

    /// Creates a rule; the numbers are clamped.
    public init(_ frequency: Frequency, interval: Int = 1, weekdays: [Weekday] = [], end: End) {
        self.frequency = frequency
        self.interval = min(max(interval, 1), 12)
        self.weekdays = frequency == .weekly ? Weekday.allCases.filter(weekdays.contains) : []
        switch end {
        case .count(let count): self.end = .count(min(max(count, 2), MeetupLimits.occurrences))
        case .day: self.end = end
        }
    }

    /// Reads a rule; `nil` for what meetups cannot repeat by, such as a rule without an end.
    public init?(_ text: String) {
        guard text.utf8.count <= 200 else { return nil }
        var parts: [Substring: Substring] = [:]
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, parts.updateValue(halves[1], forKey: halves[0]) == nil else { return nil }
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap({ Frequency(rawValue: String($0)) }),
            let end = Self.end(count: parts.removeValue(forKey: "COUNT"), until: parts.removeValue(forKey: "UNTIL"))
        else { return nil }
        var interval = 1
        if let number = parts.removeValue(forKey: "INTERVAL") {
            guard let number = Self.number(number), (1...12).contains(number) else { return nil }
            interval = number
        }
        var weekdays: [Weekday] = []
        if let days = parts.removeValue(forKey: "BYDAY") {
            let known = days.split(separator: ",", omittingEmptySubsequences: false).map(Weekday.init(iCalendar:))
            guard frequency == .weekly, !known.contains(nil), Set(known).count == known.count else { return nil }
            weekdays = known.compactMap(\.self)
        }
        guard parts.isEmpty else { return nil }
        self.init(frequency, interval: interval, weekdays: weekdays, end: end)
    }

    private static func end(count: Substring?, until: Substring?) -> End? {
        switch (count, until) {
        case (let count?, nil):
            number(count).flatMap { (2...MeetupLimits.occurrences).contains($0) ? .count($0) : nil }
        case (nil, let until?):
            until.utf8.count == 8 && until.utf8.allSatisfy(\.isASCIIDigit)
                ? CalendarDay("\(until.prefix(4))-\(until.dropFirst(4).prefix(2))-\(until.suffix(2))").map { .day($0) }
                : nil
        default: nil
        }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.count <= 4 && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
    }
}

extension SeriesRule: CustomStringConvertible {
    /// The text of the rule.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if !weekdays.isEmpty { parts.append("BYDAY=\(weekdays.map(\.iCalendarName).joined(separator: ","))") }
        switch end {
        case .count(let count): parts.append("COUNT=\(count)")
        case .day(let day): parts.append("UNTIL=\(day.description.filter { $0 != "-" })")
        }
        return parts.joined(separator: ";")
    }
}

extension Weekday {
    /// `MO`, as RFC 5545 (3.3.10) names it.
    fileprivate var iCalendarName: String { String(key.prefix(2).uppercased()) }

    fileprivate init?(iCalendar name: Substring) {
        guard let day = Weekday.allCases.first(where: { $0.iCalendarName == name }) else { return nil }
        self = day
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
