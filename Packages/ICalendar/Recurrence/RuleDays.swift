import OrbitModels

/// The days on which a rule falls, in order. They are computed one period at a time, as numbers of days since
/// 1970-01-01.
///
/// The work is limited, because the Gregorian calendar repeats every 400 years. These are 4,800 months, 20,871 whole
/// weeks or 146,097 days. A rule that falls on no day in so many consecutive periods has met all possible cases. It
/// never falls on a day again, and the iteration ends. The number of periods is divided by its greatest common divisor
/// with the interval; see ``RulePeriods/cycle``.
struct RuleDays: IteratorProtocol {
    private let periods: RulePeriods
    private let from: Int
    private let through: Int
    /// The number of occurrences until COUNT is reached.
    private var left: Int
    private var index = 0
    private var days: [Int] = []
    private var position = 0
    private var emptyInARow = 0
    /// The number of periods that may still be examined. A year counts as its months, according to
    /// ``RulePeriods/cost``.
    private(set) var budget: Int

    /// Creates the days of a rule.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first day of the series. Earlier days do not count.
    ///   - from: The first day to return. Skipping earlier days takes constant time, unless COUNT requires counting
    ///     them in periods with different numbers of days.
    ///   - through: The last day to return.
    ///   - budget: The maximum number of periods to examine. A year counts as its months.
    init(of rule: RecurrenceRule, start: Int, from: Int = .min, through: Int = .max, budget: Int = .max) {
        periods = RulePeriods(rule: rule, start: start)
        self.from = max(from, start)
        self.through = min(through, RulePeriods.lastDay)
        self.budget = budget
        if case .count(let count) = rule.end { left = count } else { left = .max }
        seek()
    }

    mutating func next() -> Int? {
        while left > 0 {
            while position < days.count {
                let day = days[position]
                position += 1
                if day < periods.start { continue }
                left -= 1
                if day > through { left = 0 }
                if day >= from { return left == 0 && day > through ? nil : day }
                if left == 0 { return nil }
            }
            guard budget > 0, emptyInARow < periods.cycle, let next = periods.days(of: index, through: through) else {
                return nil
            }
            budget = max(0, budget - periods.cost)
            let following = next.isEmpty ? periods.index(after: index) : index + 1
            emptyInARow = next.isEmpty ? emptyInARow + following - index : 0
            index = following
            (days, position) = (next, 0)
        }
        return nil
    }

    /// Moves to the first period that can contain the day `from`.
    private mutating func seek() {
        let target = periods.index(of: from)
        guard target > 0 else { return }
        guard left != .max else { return index = target }
        guard let each = periods.constantCount else { return }
        let first = periods.days(of: 0, through: .max)?.count { $0 >= periods.start } ?? 0
        let (skipped, overflow) = (target - 1).multipliedReportingOverflow(by: each)
        left = overflow ? 0 : max(0, left - first - skipped)
        index = target
    }
}
