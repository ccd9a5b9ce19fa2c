public import OrbitModels

/// How a series repeats: the part of RFC 5545 (3.3.10, RRULE) that works on whole days.
///
/// ```swift
/// let weekly = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=10")
/// let lastFriday = try RecurrenceRule(.monthly, weekdays: [.init(.friday, ordinal: -1)])
/// print(lastFriday)  // FREQ=MONTHLY;BYDAY=-1FR
/// ```
///
/// The time of day is that of the series' start. A day that does not exist, such as 31 April, is left out. Lists are
/// kept sorted and without repetition, so equal rules compare equal however they were written.
public struct RecurrenceRule: Hashable, Sendable {
    /// The period in which the rule is applied.
    public enum Frequency: String, CaseIterable, Hashable, Sendable {
        /// By days.
        case daily = "DAILY"
        /// By weeks.
        case weekly = "WEEKLY"
        /// By months.
        case monthly = "MONTHLY"
        /// By years.
        case yearly = "YEARLY"
    }

    /// When a series ends.
    public enum End: Hashable, Sendable {
        /// It goes on until the end of the calendar, the year 9999.
        case never
        /// After this many occurrences, 1 to 999,999,999. Occurrences that are excluded count.
        case count(Int)
        /// With the last occurrence that is not later than a time.
        case until(CalendarTime)
    }

    /// A day of the week, or the nth of them in a month or year.
    public struct DayOfWeek: Hashable, Sendable {
        /// The day of the week.
        public let weekday: Weekday
        /// 1 is the first in the month or year, -1 the last; `nil` is each of them.
        public let ordinal: Int?

        /// Creates a day. Ordinals are -53 to 53 without 0; the rule's initializer checks them.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// FREQ.
    public let frequency: Frequency
    /// INTERVAL: every so many periods, 1 to 999,999,999.
    public let interval: Int
    /// COUNT or UNTIL.
    public let end: End
    /// BYMONTH: 1 to 12.
    public let months: [Int]
    /// BYMONTHDAY: 1 to 31, or -31 to -1 counted from the end of the month.
    public let monthDays: [Int]
    /// BYYEARDAY: 1 to 366, or -366 to -1 counted from the end of the year.
    public let yearDays: [Int]
    /// BYDAY.
    public let weekdays: [DayOfWeek]
    /// BYSETPOS: of the days of one period, which count; 1 to 366, or -366 to -1 counted from the last.
    public let positions: [Int]
    /// WKST: the day on which a week starts. It matters if every other week is meant.
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

    /// The largest COUNT and INTERVAL.
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

/// Why a recurrence rule cannot be used.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// The text is longer than 2,000 bytes.
    case tooLong
    /// A part is not `NAME=value`.
    case malformed(String)
    /// There is no FREQ.
    case missingFrequency
    /// A frequency within days, such as HOURLY.
    case unsupportedFrequency(String)
    /// A part of RFC 5545 that is not supported, or that RFC 5545 does not know.
    case unsupportedPart(String)
    /// A part occurs twice.
    case repeatedPart(String)
    /// A number or a word is not allowed.
    case invalidValue(part: String, String)
    /// Both COUNT and UNTIL.
    case twoEnds
    /// RFC 5545 does not allow the part with the frequency; of `BYDAY`, it does not allow numbers.
    case notAllowed(part: String, in: RecurrenceRule.Frequency)
    /// BYSETPOS without a part that it could choose from.
    case positionsOfNothing
}
