import Foundation
import OrbitModels

/// Consecutive days of a zone with the instants at which they begin.
struct DayBounds {
    /// Fewer than asked for at the ends of the calendar.
    let days: [CalendarDay]
    /// The start of each day, and the end of the last, in seconds since 2001-01-01. A day that the zone skips ends where
    /// it starts.
    let edges: [Double]
    let periods: ZonePeriods
    /// Of the first day, in days since 1970-01-01.
    let first: Int

    /// - Parameter count: Clamped to 0 to 371.
    init(from first: Int, count: Int, in zone: TimeZone) {
        let last = min(first + min(max(count, 0), 371), 2_932_897)  // the day after 9999-12-31
        let first = max(first, -719_528)  // 0000-01-01
        let periods = ZonePeriods(of: zone, from: (first - 2) * 86_400, to: (last + 2) * 86_400)
        self.first = first
        self.periods = periods
        days = first < last ? (first..<last).map { CalendarDay(sinceEpoch: $0) } : []
        edges = first < last ? (first...last).map { Double(periods.start(ofDay: $0) - Date.referenceSecond) } : []
    }

    /// The length of a day in hours.
    func hours(at index: Int) -> Double { (edges[index + 1] - edges[index]) / 3_600 }

    /// The days on which an entry is, by index; `nil` if on none.
    func indices(of time: CalendarEntry.Time) -> ClosedRange<Int>? {
        guard let begin = edges.first, let end = edges.last else { return nil }
        switch time {
        case .days(let one, let other):
            let (lower, upper) = (min(one, other).sinceEpoch - first, max(one, other).sinceEpoch - first)
            guard lower < days.count, upper >= 0 else { return nil }
            return max(lower, 0)...min(upper, days.count - 1)
        case .moment(let date):
            guard begin <= date.seconds, date.seconds < end else { return nil }
            let index = edges.count(notAfter: date.seconds) - 1
            return index...index
        case .span(let span):
            guard span.start.seconds < end, begin < span.end.seconds else { return nil }
            let lower = max(edges.count(notAfter: span.start.seconds) - 1, 0)
            // What ends at midnight is not on the next day.
            return lower...max(lower, min(edges.count(before: span.end.seconds) - 1, days.count - 1))
        }
    }
}

extension ZonePeriods {
    /// The first second at which the wall clock shows a day, or else a later one.
    fileprivate func start(ofDay day: Int) -> Int {
        let midnight = day * 86_400
        for period in periods {
            let second = max(period.start, midnight - period.offset)
            if second < period.end { return second }
        }
        return periods.last?.end ?? midnight
    }
}

extension [Double] {
    /// The number of elements that are less than a value. The elements are in order. O(log n).
    fileprivate func count(before value: Double) -> Int {
        var index = count(notAfter: value)
        while index > 0, self[index - 1] == value { index -= 1 }
        return index
    }
}

extension [CalendarEntry] {
    /// The last of those with the same id, in any order.
    var lastOfEach: [CalendarEntry] {
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        for (index, entry) in enumerated() { places[entry.id] = index }
        return places.count == count ? self : enumerated().filter { places[$0.element.id] == $0.offset }.map(\.element)
    }
}

extension CalendarEntry {
    /// In seconds since 2001-01-01; of days, those of the bounds.
    func seconds(_ bounds: DayBounds) -> (start: Double, end: Double) {
        switch time {
        case .span(let span): return (span.start.seconds, span.end.seconds)
        case .moment(let date): return (date.seconds, date.seconds)
        case .days:
            guard let days = bounds.indices(of: time) else { return (0, 0) }
            return (bounds.edges[days.lowerBound], bounds.edges[days.upperBound + 1])
        }
    }
}
