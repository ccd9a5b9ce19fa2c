public import OrbitModels

/// A recurrence rule: the part of RFC 5545 (3.3.10, RRULE) that works on whole days.
///
/// ```swift
/// let weekly = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=10")
/// let lastFriday = try RecurrenceRule(.monthly, weekdays: [.init(.friday, ordinal: -1)])
/// print(lastFriday)  // FREQ=MONTHLY;BYDAY=-1FR
/// ```
///
/// The time of day is the time of the series' start. Days that do not exist, such as 31 April, are skipped. Lists are
/// sorted and without duplicates, so equal rules compare equal independent of their spelling.
public struct RecurrenceRule: Hashable, Sendable {
    /// The period in which the rule is applied.
    public enum Frequency: String, CaseIterable, Hashable, Sendable {
        /// The rule applies to days.
        case daily = "DAILY"
        /// The rule applies to weeks.
        case weekly = "WEEKLY"
        /// The rule applies to months.
        case monthly = "MONTHLY"
        /// The rule applies to years.
        case yearly = "YEARLY"
    }

    /// The end of a series.
    public enum End: Hashable, Sendable {
        /// The series continues until the end of the calendar, the year 9999.
        case never
        /// The series ends after this many occurrences, 1 to 999,999,999. Excluded occurrences count.
        case count(Int)
        /// The series ends with the last occurrence that is not later than a time.
        case until(CalendarTime)
    }

    /// A day of the week, or its nth occurrence in a month or year.
    public struct DayOfWeek: Hashable, Sendable {
        /// The day of the week.
        public let weekday: Weekday
        /// The number in the month or year. 1 is the first and -1 the last. `nil` means every such day.
        public let ordinal: Int?

        /// Creates a day. Ordinals are -53 to 53 without 0. The initializer of the rule checks them.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// The frequency (FREQ).
    public let frequency: Frequency
    /// The distance between consecutive periods of the rule (INTERVAL), 1 to 999,999,999 periods. 1 means every period.
    public let interval: Int
    /// The end (COUNT or UNTIL).
    public let end: End
    /// The months (BYMONTH), 1 to 12.
    public let months: [Int]
    /// The days of the month (BYMONTHDAY): 1 to 31, or -31 to -1 counted from the end of the month.
    public let monthDays: [Int]
    /// The days of the year (BYYEARDAY): 1 to 366, or -366 to -1 counted from the end of the year.
    public let yearDays: [Int]
    /// The days of the week (BYDAY).
    public let weekdays: [DayOfWeek]
    /// The positions in the days of one period (BYSETPOS): 1 to 366, or -366 to -1 counted from the last day.
    public let positions: [Int]
    /// The first day of the week (WKST). It matters for weekly rules with BYSETPOS or with an interval greater than 1.
    public let weekStart: Weekday

    /// Creates a rule.
    ///
    /// - Throws: ``RecurrenceRuleError`` for a number out of range, or a part that RFC 5545 does not allow together
    ///   with the frequency.
    public init(
        _ frequency: Frequency, interval: Int = 1, end: End = .never, months: [Int] = [], monthDays: [Int] = [],
        yearDays: [Int] = [], weekdays: [DayOfWeek] = [], positions: [Int] = [], weekStart: Weekday = .monday
    ) throws(RecurrenceRuleError) {
        self.frequency = frequency
        self.interval = interval
        self.end = end
        self.months = Set(months).sorted()
        self.monthDays = Set(monthDays).sorted()
        self.yearDays = Set(yearDays).sorted()
        self.weekdays = Set(weekdays).sorted {
            ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
        }
        self.positions = Set(positions).sorted()
        self.weekStart = weekStart
        try check()
    }

    /// The maximum of COUNT and INTERVAL.
    static let largestNumber = 999_999_999

    private func check() throws(RecurrenceRuleError) {
        guard (1...Self.largestNumber).contains(interval) else { throw .invalidValue(part: "INTERVAL", "\(interval)") }
        if case .count(let count) = end, !(1...Self.largestNumber).contains(count) {
            throw .invalidValue(part: "COUNT", "\(count)")
        }
        try Self.check(months, of: "BYMONTH", upTo: 12, allowsNegative: false)
        try Self.check(monthDays, of: "BYMONTHDAY", upTo: 31)
        try Self.check(yearDays, of: "BYYEARDAY", upTo: 366)
        try Self.check(weekdays.compactMap(\.ordinal), of: "BYDAY", upTo: 53)
        try Self.check(positions, of: "BYSETPOS", upTo: 366)
        if frequency == .weekly, !monthDays.isEmpty { throw .notAllowed(part: "BYMONTHDAY", in: frequency) }
        if frequency != .yearly, !yearDays.isEmpty { throw .notAllowed(part: "BYYEARDAY", in: frequency) }
        if frequency == .weekly || frequency == .daily, weekdays.contains(where: { $0.ordinal != nil }) {
            throw .notAllowed(part: "BYDAY", in: frequency)
        }
        let hasDays = !(months.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekdays.isEmpty)
        if !positions.isEmpty, !hasDays { throw .positionsOfNothing }
    }

    private static func check(
        _ numbers: [Int], of part: String, upTo limit: Int, allowsNegative: Bool = true
    ) throws(RecurrenceRuleError) {
        let range = allowsNegative ? -limit...limit : 1...limit
        if let wrong = numbers.first(where: { $0 == 0 || !range.contains($0) }) {
            throw .invalidValue(part: part, "\(wrong)")
        }
    }
}

/// An error that reports why a recurrence rule cannot be used.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// The text is longer than 2,000 bytes.
    case tooLong
    /// A part is not `NAME=value`.
    case malformed(String)
    /// The rule does not have a FREQ.
    case missingFrequency
    /// The frequency is shorter than a day, such as HOURLY.
    case unsupportedFrequency(String)
    /// The part is not supported, or RFC 5545 does not define it.
    case unsupportedPart(String)
    /// A part occurs twice.
    case repeatedPart(String)
    /// A part has a number or a word that is not allowed.
    case invalidValue(part: String, String)
    /// The rule has both COUNT and UNTIL.
    case twoEnds
    /// RFC 5545 does not allow the part with this frequency. For `BYDAY`, it does not allow numbers.
    case notAllowed(part: String, in: RecurrenceRule.Frequency)
    /// The rule has BYSETPOS without a part that it can select from.
    case positionsOfNothing
}
