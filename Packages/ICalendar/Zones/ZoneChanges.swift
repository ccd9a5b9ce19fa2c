import Foundation
import OrbitModels

/// A clock change of a zone of the system.
struct ZoneChange: Hashable {
    /// The instant, in seconds since 1970.
    let second: Int
    /// The offset before the change, in seconds ahead of UTC.
    let offsetBefore: Int
    /// The offset after the change, in seconds ahead of UTC.
    let offset: Int

    /// The wall time of the change, on the clock before the change.
    var wallTime: LocalDateTime { LocalDateTime(secondSinceEpoch: second + offsetBefore) }

    /// Returns the changes between two instants in seconds since 1970.
    ///
    /// The method compares one instant per week. It therefore misses a change that is reversed within a week.
    static func all(of zone: TimeZone, from start: Int, to end: Int) -> [ZoneChange] {
        var changes: [ZoneChange] = []
        var (known, offset) = (start, zone.offset(at: start))
        while known < end {
            let next = min(known + 7 * 86_400, end)
            let later = zone.offset(at: next)
            if later != offset {
                var (before, after) = (known, next)
                while after - before > 1 {
                    let middle = before + (after - before) / 2
                    if zone.offset(at: middle) == offset { before = middle } else { after = middle }
                }
                let new = zone.offset(at: after)
                changes.append(ZoneChange(second: after, offsetBefore: offset, offset: new))
                (known, offset) = (after, new)
            } else {
                known = next
            }
        }
        return changes
    }
}

/// Clock changes that occur every year on the same day of the week, within the same seven days of a month.
struct YearlyChanges {
    /// A clock change of every year.
    struct Yearly {
        var first: ZoneChange
        let month: Int
        let weekday: Weekday
        /// The earliest day of the month. The latest day is six days later.
        let earliestDay: Int
        let rule: RecurrenceRule

        fileprivate func fits(_ change: ZoneChange) -> Bool {
            let time = change.wallTime
            return change.offset == first.offset && change.offsetBefore == first.offsetBefore
                && time.secondOfDay == first.wallTime.secondOfDay && time.day.month == month
                && (earliestDay...earliestDay + 6).contains(time.day.day)
                && RulePeriods.weekday(time.day.sinceEpoch) == weekday.rawValue
        }
    }

    private var yearly: [Yearly]

    /// Creates the rules. The result is `nil` unless all changes follow such rules for 28 years.
    ///
    /// In 28 years, each day of a month occurs on each day of the week.
    init?(in changes: [ZoneChange]) {
        guard let firstYear = changes.first?.wallTime.day.year else { return nil }
        // The changes of the first and the last year may be incomplete.
        let whole = changes.filter { (firstYear + 1...firstYear + 28).contains($0.wallTime.day.year) }
        let kinds = Dictionary(grouping: whole) { [$0.offsetBefore, $0.offset] }
        yearly = []
        for kind in kinds.values {
            guard let rule = Yearly(kind) else { return nil }
            yearly.append(rule)
        }
        yearly.sort { $0.first.second < $1.first.second }
        guard !yearly.isEmpty else { return nil }
        let early = changes.filter { $0.wallTime.day.year <= firstYear }
        let (rules, rest) = extended(back: early)
        guard rest.isEmpty else { return nil }
        yearly = rules
    }

    /// Returns the rules, each extended back to the earliest change that it describes, and the remaining earlier
    /// changes.
    func extended(back changes: [ZoneChange]) -> (rules: [Yearly], rest: [ZoneChange]) {
        var rules = yearly
        var rest = changes
        while let change = rest.last, let index = rules.firstIndex(where: { $0.fits(change) }),
            change.wallTime.day.year == rules[index].first.wallTime.day.year - 1
        {
            rules[index].first = change
            rest.removeLast()
        }
        return (rules, rest)
    }
}

extension YearlyChanges.Yearly {
    /// Creates a rule. The result is `nil` unless each of 28 years has one change that follows the rule.
    fileprivate init?(_ changes: [ZoneChange]) {
        let days = changes.map(\.wallTime.day)
        guard let first = changes.first, let earliest = days.map(\.day).min(), let latest = days.map(\.day).max(),
            changes.count == 28, Set(days.map(\.year)).count == 28, latest - earliest == 6,
            Set(days.map(\.month)).count == 1, Set(changes.map(\.wallTime.secondOfDay)).count == 1,
            Set(days.map { RulePeriods.weekday($0.sinceEpoch) }).count == 1,
            let weekday = Weekday(rawValue: RulePeriods.weekday(days[0].sinceEpoch))
        else { return nil }
        // The length of the month depends on the year only in February. No zone changes its clocks at the end of
        // February.
        let length = RulePeriods.length(ofMonth: days[0].year * 12 + days[0].month - 1)
        let ordinal: Int? = latest == length ? -1 : earliest % 7 == 1 ? earliest / 7 + 1 : nil
        do throws(RecurrenceRuleError) {
            rule = try RecurrenceRule(
                .yearly, months: [days[0].month], monthDays: ordinal == nil ? Array(earliest...latest) : [],
                weekdays: [RecurrenceRule.DayOfWeek(weekday, ordinal: ordinal)])
        } catch {
            return nil
        }
        (self.first, month, self.weekday, earliestDay) = (first, days[0].month, weekday, earliest)
    }
}
