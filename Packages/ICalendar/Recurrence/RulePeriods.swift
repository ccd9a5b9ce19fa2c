import OrbitModels

/// The days, weeks, months or years of a rule, numbered from the period that contains the start, with their days.
struct RulePeriods {
    let rule: RecurrenceRule
    /// The first day of the series.
    let start: Int
    private let startDay: CalendarDay
    private let weekdays: ListedWeekdays
    private let monthDays: ListedNumbers
    private let yearDays: ListedNumbers
    private let positions: ListedNumbers
    private let months: Set<Int>

    /// The day 9999-12-31.
    static let lastDay = 2_932_896

    init(rule: RecurrenceRule, start: Int) {
        self.rule = rule
        self.start = start
        startDay = CalendarDay(sinceEpoch: start)
        weekdays = ListedWeekdays(rule.weekdays)
        monthDays = ListedNumbers(rule.monthDays, upTo: 31)
        yearDays = ListedNumbers(rule.yearDays, upTo: 366)
        positions = ListedNumbers(rule.positions, upTo: 366)
        months = Set(rule.months)
    }

    /// The number of consecutive periods that contain every case of the Gregorian calendar for the rule's interval.
    var cycle: Int {
        let all =
            switch rule.frequency {
            case .daily: 146_097
            case .weekly: 20_871
            case .monthly: 4_800
            case .yearly: 400
            }
        var (divisor, rest) = (all, rule.interval)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return all / divisor
    }

    /// The cost of examining a period. It is 1, except for years, where it is the number of months in which the rule
    /// can fall.
    var cost: Int {
        guard rule.frequency == .yearly else { return 1 }
        return !months.isEmpty ? months.count : hasNoDays ? 1 : 12
    }

    private var hasNoDays: Bool { weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty }

    /// Returns the period to examine after an empty period: the next period, or the first that overlaps a month of the
    /// rule.
    func index(after index: Int) -> Int {
        guard rule.frequency == .daily || rule.frequency == .weekly, !months.isEmpty else { return index + 1 }
        let next =
            rule.frequency == .daily
            ? start + (index + 1) * rule.interval : firstOfWeek(start) + 7 * (index + 1) * rule.interval
        let number = monthNumber(CalendarDay(sinceEpoch: next))
        let wait = (0..<12).first { months.contains((number + $0) % 12 + 1) } ?? 0
        guard wait > 0, let first = Self.firstDay(ofMonth: number + wait) else { return index + 1 }
        return max(index + 1, self.index(of: first))
    }

    /// The number of days in every period after the first, or `nil` if periods have different numbers.
    var constantCount: Int? {
        switch rule.frequency {
        case .daily where rule.months.isEmpty && rule.monthDays.isEmpty && rule.weekdays.isEmpty: 1
        case .weekly where rule.months.isEmpty: days(of: 0, through: .max)?.count
        default: nil
        }
    }

    /// Returns the number of the last period that starts on or before a day, at least 0.
    func index(of day: Int) -> Int {
        let day = min(max(day, start), Self.lastDay)
        let passed =
            switch rule.frequency {
            case .daily: day - start
            case .weekly: (day - firstOfWeek(start)) / 7
            case .monthly: monthNumber(CalendarDay(sinceEpoch: day)) - monthNumber(startDay)
            case .yearly: CalendarDay(sinceEpoch: day).year - startDay.year
            }
        return passed / rule.interval
    }

    /// Returns the days of a period in order, including days before the start.
    ///
    /// The result is `nil` if the period begins after `through` or after the end of the calendar.
    func days(of index: Int, through: Int) -> [Int]? {
        let (passed, overflow) = index.multipliedReportingOverflow(by: rule.interval)
        // Every period has at least one day.
        guard !overflow, passed <= Self.lastDay + 719_528 else { return nil }
        let last = min(through, Self.lastDay)
        let days: [Int]
        switch rule.frequency {
        case .daily:
            guard start + passed <= last else { return nil }
            days = isInDays(start + passed) ? [start + passed] : []
        case .weekly:
            let first = firstOfWeek(start) + 7 * passed
            guard first <= last else { return nil }
            days = (first..<first + 7).filter(isInWeek)
        case .monthly:
            let number = monthNumber(startDay) + passed
            guard let first = Self.firstDay(ofMonth: number), first <= last else { return nil }
            days = months.isEmpty || months.contains(number % 12 + 1) ? daysOfMonth(first) : []
        case .yearly:
            guard let first = Self.firstDay(ofMonth: (startDay.year + passed) * 12), first <= last else { return nil }
            days = daysOfYear(startDay.year + passed)
        }
        guard !positions.isEmpty else { return days }
        return days.indices.filter { positions.contains($0 + 1, of: days.count) }.map { days[$0] }
    }

    private func isInDays(_ day: Int) -> Bool {
        guard weekdays.isEmpty || weekdays.contains(Self.weekday(day)) else { return false }
        guard !months.isEmpty || !monthDays.isEmpty else { return true }
        let date = CalendarDay(sinceEpoch: day)
        guard months.isEmpty || months.contains(date.month) else { return false }
        return monthDays.isEmpty || monthDays.contains(date.day, of: Self.length(ofMonth: monthNumber(date)))
    }

    private func isInWeek(_ day: Int) -> Bool {
        let weekday = Self.weekday(day)
        guard weekdays.isEmpty ? weekday == Self.weekday(start) : weekdays.contains(weekday) else { return false }
        return months.isEmpty || months.contains(CalendarDay(sinceEpoch: day).month)
    }

    private func daysOfMonth(_ first: Int) -> [Int] {
        let length = Self.length(ofMonth: monthNumber(CalendarDay(sinceEpoch: first)))
        guard !hasNoDays else { return startDay.day <= length ? [first + startDay.day - 1] : [] }
        return daysOfMonth(first, length, in: (first, length))
    }

    private func daysOfYear(_ year: Int) -> [Int] {
        let chosen = months.isEmpty ? hasNoDays ? [startDay.month] : Array(1...12) : rule.months
        // Without months, the numbers of weekdays count in the year.
        let isOrdinalOfYear = months.isEmpty && !weekdays.isEmpty
        guard let firstOfYear = Self.firstDay(ofMonth: year * 12) else { return [] }
        let whole = (first: firstOfYear, length: Self.length(ofMonth: year * 12 + 1) + 337)
        return chosen.flatMap { month -> [Int] in
            guard let first = Self.firstDay(ofMonth: year * 12 + month - 1) else { return [] }
            let days =
                isOrdinalOfYear
                ? daysOfMonth(first, Self.length(ofMonth: year * 12 + month - 1), in: whole) : daysOfMonth(first)
            guard !yearDays.isEmpty else { return days }
            return days.filter { yearDays.contains($0 - whole.first + 1, of: whole.length) }
        }
    }

    /// Returns the days of a month that the lists contain. Weekdays are numbered in `whole`, which is the month or its
    /// year.
    private func daysOfMonth(_ first: Int, _ length: Int, in whole: (first: Int, length: Int)) -> [Int] {
        (0..<length).filter { offset in
            (monthDays.isEmpty || monthDays.contains(offset + 1, of: length))
                && (weekdays.isEmpty
                    || weekdays.contains(
                        Self.weekday(first + offset), at: first + offset - whole.first, of: whole.length))
        }.map { first + $0 }
    }

    private func firstOfWeek(_ day: Int) -> Int {
        day - (Self.weekday(day) - rule.weekStart.rawValue + 7) % 7
    }

    /// Returns the number of months since January of the year 0.
    private func monthNumber(_ day: CalendarDay) -> Int { day.year * 12 + day.month - 1 }

    /// Returns the day of the week. 0 is Monday; 1970-01-01 was a Thursday.
    static func weekday(_ day: Int) -> Int { (day + 3).flooredDivision(by: 7).remainder }

    private static func firstDay(ofMonth number: Int) -> Int? {
        CalendarDay(year: number / 12, month: number % 12 + 1, day: 1)?.sinceEpoch
    }

    static func length(ofMonth number: Int) -> Int {
        let (year, month) = (number / 12, number % 12)
        if month == 1 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [3, 5, 8, 10].contains(month) ? 30 : 31
    }
}
