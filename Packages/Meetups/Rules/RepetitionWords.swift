import Foundation
import ICalendar
public import OrbitModels

extension SeriesPosition {
    /// Returns the recurrence rule of the series in words, such as `every 2 weeks on Tuesday and Thursday, 8 times`.
    ///
    /// The result is `nil` for a rule that this version does not support.
    public func message(in words: LocalizedStrings = .english) -> String? {
        // A server with a newer version may send a rule that this version does not know.
        (try? RecurrenceRule(repeating: rule))?.message(from: occurrence, in: words)
    }
}

extension Vocabulary {
    /// The texts of recurrence rules. Keys that end in `_n` are for an `interval` of more than one day, week or month.
    public static let repetition = Vocabulary(
        "repetition",
        [
            "daily": "every day", "daily_n": "every {interval} days", "weekly": "every {days}",
            "weekly_n": "every {interval} weeks on {days}", "monthly_day": "every month on day {day}",
            "monthly_day_n": "every {interval} months on day {day}", "monthly_last_day": "every month on its last day",
            "monthly_last_day_n": "every {interval} months on the last day of the month",
            "monthly_weekday": "every month on the {ordinal} {days}",
            "monthly_weekday_n": "every {interval} months on the {ordinal} {days}", "ordinal_1": "first",
            "ordinal_2": "second", "ordinal_3": "third", "ordinal_4": "fourth", "ordinal_-1": "last",
            "comma": "{first}, {second}", "and": "{first} and {second}", "count": "{rule}, {count} times",
            "until": "{rule}, until {day}",
        ])
}

extension RecurrenceRule {
    /// Returns the rule in words.
    ///
    /// - Parameters:
    ///   - start: The start of an occurrence. Its day is used if the rule does not name a day.
    ///   - words: The texts to use.
    func message(from start: LocalDateTime, in words: LocalizedStrings) -> String? {
        func text(_ code: String, _ parameters: [String: ParameterValue] = [:]) -> String? {
            words.text(code, in: .repetition, parameters)
        }
        func each(_ code: String, _ parameters: [String: ParameterValue] = [:]) -> String? {
            let interval: [String: ParameterValue] = ["interval": .integer(interval)]
            return text(interval == ["interval": 1] ? code : "\(code)_n", parameters.merging(interval) { $1 })
        }
        func named(_ days: [Weekday]) -> String? {
            var names = days.map { words($0) }
            guard let last = names.popLast() else { return nil }
            guard let first = names.first else { return last }
            let others = names.dropFirst().reduce(first) { list, next in
                text("comma", ["first": .text(list), "second": .text(next)]) ?? list
            }
            return text("and", ["first": .text(others), "second": .text(last)])
        }
        let rule: String?
        switch (frequency, weekdays.first, monthDays.first ?? start.day.day) {
        case (.daily, _, _): rule = each("daily")
        case (.weekly, _, _):
            let days = weekdays.isEmpty ? [start.day.weekday] : weekdays.map(\.weekday)
            rule = named(days).flatMap { each("weekly", ["days": .text($0)]) }
        case (.monthly, let day?, _):
            rule = text("ordinal_\(day.ordinal ?? 0)").flatMap {
                each("monthly_weekday", ["ordinal": .text($0), "days": .text(words(day.weekday))])
            }
        case (.monthly, nil, -1): rule = each("monthly_last_day")
        case (.monthly, nil, let day): rule = each("monthly_day", ["day": .integer(day)])
        case (.yearly, _, _): rule = nil
        }
        guard let rule else { return nil }
        switch end {
        case .never: return rule
        case .count(let count): return text("count", ["rule": .text(rule), "count": .integer(count)])
        case .until(let time):
            return text("until", ["rule": .text(rule), "day": .text(time.wallTime(in: .gmt).day.description)])
        }
    }
}
