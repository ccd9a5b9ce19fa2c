import Foundation
import OrbitModels

/// The merged times of a rule and of further dates, without excluded times.
struct Occurrences: IteratorProtocol {
    private let series: EventSeries
    private let from: Date
    private let end: Date
    private var days: RuleDays?
    private var clock: LocalDateTimeReader
    private var nextOfRule: EventSeries.Occurrence?
    private var additions: ArraySlice<Date>
    private var last: Date?
    /// The number of the rule's periods that may still be examined. At 0, the search may have ended early.
    private(set) var budget: Int

    /// Creates an iterator.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - from: The earliest time of the occurrences to return, or `nil` for all.
    ///   - end: The time before which occurrences must start, or `nil` for no limit.
    ///   - budget: The maximum number of the rule's periods to examine.
    init(of series: EventSeries, from: Date?, before end: Date?, budget: Int = .max) {
        self.series = series
        // `distantFuture` is the year 4001, and dates may be later.
        self.from = from ?? Date(timeIntervalSince1970: -.infinity)
        self.end = end ?? Date(timeIntervalSince1970: .infinity)
        self.budget = budget
        clock = LocalDateTimeReader(series.zone)
        additions = series.additions[...]
        if let rule = series.rule {
            // The search covers two more days on each side. Wall clocks differ from UTC by less than a day, including
            // clock changes.
            let first = from.map { LocalDateTime($0, in: .gmt).day.sinceEpoch - 2 } ?? .min
            let last = end.map { LocalDateTime($0, in: .gmt).day.sinceEpoch + 2 } ?? .max
            days = RuleDays(
                of: rule, start: series.start.day.sinceEpoch, from: first, through: last, budget: budget)
        } else {
            let start = EventSeries.Occurrence(
                wallTime: series.start, instant: clock.instant(of: series.start))
            additions = Set(series.additions + [start.instant]).sorted()[...]
        }
        nextOfRule = nextDay()
    }

    mutating func next() -> EventSeries.Occurrence? {
        while let occurrence = nextOfAll() {
            guard occurrence.instant < end else { return nil }
            if occurrence.instant < from || occurrence.instant == last { continue }
            if series.exclusions.contains(occurrence.instant) { continue }
            if !series.excludedDays.isEmpty, series.excludedDays.contains(occurrence.wallTime.day) { continue }
            last = occurrence.instant
            return occurrence
        }
        return nil
    }

    private mutating func nextOfAll() -> EventSeries.Occurrence? {
        if let addition = additions.first, addition <= nextOfRule?.instant ?? end {
            additions.removeFirst()
            return EventSeries.Occurrence(wallTime: series.zone.wallTime(at: addition), instant: addition)
        }
        defer { nextOfRule = nextOfRule == nil ? nil : nextDay() }
        return nextOfRule
    }

    private mutating func nextDay() -> EventSeries.Occurrence? {
        guard var search = days else { return nil }
        days = nil  // avoids a copy of the found days
        let next = search.next()
        budget = search.budget
        days = search
        guard let day = next else { return nil }
        let time = LocalDateTime(secondSinceEpoch: day * 86_400 + series.start.secondOfDay)
        let occurrence = EventSeries.Occurrence(wallTime: time, instant: clock.instant(of: time))
        guard case .until(let until) = series.rule?.end else { return occurrence }
        let isInTime =
            switch until {
            case .day(let day): time.day <= day
            case .floating(let wallTime), .zoned(let wallTime, _): time <= wallTime
            case .instant(let instant): occurrence.instant <= instant
            }
        return isInTime ? occurrence : nil
    }

    /// A reader of wall times of one zone in ascending order. It caches the periods that the next times probably need.
    private struct LocalDateTimeReader {
        private let zone: CalendarZone
        private var periods: ZoneOffsetTable?
        private var range = 0..<0

        init(_ zone: CalendarZone) {
            self.zone = zone
        }

        /// Returns the instant of a wall time according to RFC 5545 (3.3.5).
        mutating func instant(of time: LocalDateTime) -> Date {
            let second = time.secondSinceEpoch
            if !range.contains(second) || periods == nil {
                // Wall times close together load 400 days at once. A single wall time loads only a few days, because
                // each day takes two queries of the zone.
                let isNear = !range.isEmpty && second >= range.lowerBound && second < range.upperBound + 40 * 86_400
                let end = second + (isNear ? 400 : 1) * 86_400
                periods = zone.periods(from: second - 2 * 86_400, to: end + 2 * 86_400)
                range = second..<end
            }
            return (periods?.instants(of: second) ?? .once(Date(timeIntervalSince1970: Double(second)))).first
        }
    }
}
