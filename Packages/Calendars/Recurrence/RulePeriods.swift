import OrbitModels

/// The days, months or years of a rule, numbered from the one that holds the start, and the days of each.
struct RulePeriods {
    let rule: RecurrenceRule
    /// The first day of the series.
    let start: Int
    private let startDay: CalendarDay
    private let weekdays: Set<Int>
    private let months: Set<Int>

    /// 9999-12-31.
    static let lastDay = 2_932_896

    init(rule: RecurrenceRule, start: Int) {
        self.rule = rule
        self.start = start
        startDay = CalendarDay(sinceEpoch: start)
        weekdays = Set(rule.weekdays.filter { $0.ordinal == nil }.map(\.weekday.rawValue))
        months = Set(rule.months)
    }

    /// After so many periods in a row, every case of the Gregorian calendar has occurred that the interval can meet.
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

    /// The period to look at after an empty one: the next, or the first that reaches into a month of the rule.
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

    /// The days in every period after the first, if all have the same number of them.
    var constantCount: Int? {
        switch rule.frequency {
        case .daily where rule.months.isEmpty && rule.monthDays.isEmpty && rule.weekdays.isEmpty: 1
        case .weekly where rule.months.isEmpty: days(of: 0, through: .max)?.count
        default: nil
        }
    }

    /// The number of the last period that starts on or before a day; 0 if there is none.
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

    /// The days of a period, in order, also those before the start; `nil` if it begins after `through` or the calendar.
    func days(of index: Int, through: Int) -> [Int]? {
        let (passed, overflow) = index.multipliedReportingOverflow(by: rule.interval)
        // Every period is at least a day long.
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
        return rule.positions.isEmpty ? days : chosen(from: days)
    }

    private func isInDays(_ day: Int) -> Bool {
        guard weekdays.isEmpty || weekdays.contains(Self.weekday(day)) else { return false }
        guard !months.isEmpty || !rule.monthDays.isEmpty else { return true }
        let date = CalendarDay(sinceEpoch: day)
        guard months.isEmpty || months.contains(date.month) else { return false }
        return rule.monthDays.isEmpty || rule.monthDays.contains(date.day)
            || rule.monthDays.contains(date.day - 1 - Self.length(ofMonth: monthNumber(date)))
    }

    private func isInWeek(_ day: Int) -> Bool {
        let weekday = Self.weekday(day)
        guard weekdays.isEmpty ? weekday == Self.weekday(start) : weekdays.contains(weekday) else { return false }
        return months.isEmpty || months.contains(CalendarDay(sinceEpoch: day).month)
    }

    private func daysOfMonth(_ first: Int) -> [Int] {
        let length = Self.length(ofMonth: monthNumber(CalendarDay(sinceEpoch: first)))
        if !rule.monthDays.isEmpty {
            let ofMonth = Self.days(rule.monthDays, from: first, length: length)
            guard !rule.weekdays.isEmpty else { return ofMonth }
            let allowed = Set(days(of: rule.weekdays, from: first, length: length))
            return ofMonth.filter(allowed.contains)
        }
        if !rule.weekdays.isEmpty { return days(of: rule.weekdays, from: first, length: length) }
        return startDay.day <= length ? [first + startDay.day - 1] : []
    }

    private func daysOfYear(_ year: Int) -> [Int] {
        let hasNoDays = rule.monthDays.isEmpty && rule.weekdays.isEmpty
        let chosen = !rule.months.isEmpty ? rule.months : hasNoDays ? [startDay.month] : Array(1...12)
        let isOrdinalOfYear = rule.months.isEmpty && !rule.weekdays.isEmpty
        if isOrdinalOfYear {
            guard let first = Self.firstDay(ofMonth: year * 12) else { return [] }
            let length = Self.length(ofMonth: year * 12 + 1) == 29 ? 366 : 365
            let ofWeek = days(of: rule.weekdays, from: first, length: length)
            guard !rule.monthDays.isEmpty else { return ofWeek }
            let allowed = Set(ofWeek)
            return chosen.flatMap { month in
                let number = year * 12 + month - 1
                guard let first = Self.firstDay(ofMonth: number) else { return [Int]() }
                return Self.days(rule.monthDays, from: first, length: Self.length(ofMonth: number))
                    .filter(allowed.contains)
            }
        }
        return chosen.flatMap { month in
            Self.firstDay(ofMonth: year * 12 + month - 1).map(daysOfMonth) ?? []
        }
    }

    /// The days of the week in a month or a year.
    private func days(of weekdays: [RecurrenceRule.DayOfWeek], from first: Int, length: Int) -> [Int] {
        var days: Set<Int> = []
        for day in weekdays {
            let earliest = first + (day.weekday.rawValue - Self.weekday(first) + 7) % 7
            let count = (first + length - 1 - earliest) / 7 + 1
            switch day.ordinal {
            case nil: for week in 0..<count { days.insert(earliest + 7 * week) }
            case let ordinal? where abs(ordinal) <= count:
                days.insert(earliest + 7 * (ordinal > 0 ? ordinal - 1 : count + ordinal))
            default: break
            }
        }
        return days.sorted()
    }

    private func chosen(from days: [Int]) -> [Int] {
        let indices = rule.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
        return Set(indices.filter(days.indices.contains)).sorted().map { days[$0] }
    }

    private static func days(_ monthDays: [Int], from first: Int, length: Int) -> [Int] {
        let inMonth = monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }.filter { (1...length).contains($0) }
        return Set(inMonth).sorted().map { first + $0 - 1 }
    }

    private func firstOfWeek(_ day: Int) -> Int {
        day - (Self.weekday(day) - rule.weekStart.rawValue + 7) % 7
    }

    /// Months since January of the year 0.
    private func monthNumber(_ day: CalendarDay) -> Int { day.year * 12 + day.month - 1 }

    /// 0 is Monday; 1970-01-01 was a Thursday.
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
