import Foundation
import OrbitModels

/// Consecutive days of a zone with the instants of their starts.
struct DayBounds {
    /// The days. There may be fewer days than requested at the ends of the calendar.
    let days: [CalendarDay]
    /// The start of each day, and the end of the last day, in seconds since 2001-01-01.
    ///
    /// If the zone skips a day, its end is equal to its start.
    let edges: [Double]
    let periods: ZoneOffsetTable
    /// The first day, in days since 1970-01-01.
    let first: Int

    /// Creates consecutive days.
    ///
    /// - Parameters:
    ///   - first: The first day, in days since 1970-01-01.
    ///   - count: The number of days. It is clamped to 0 to 371.
    ///   - zone: The time zone of the days.
    init(from first: Int, count: Int, in zone: TimeZone) {
        let last = min(first + min(max(count, 0), 371), 2_932_897)  // the day after 9999-12-31
        let first = max(first, -719_528)  // 0000-01-01
        let periods = ZoneOffsetTable(of: zone, from: (first - 2) * 86_400, to: (last + 2) * 86_400)
        self.first = first
        self.periods = periods
        days = first < last ? (first..<last).map { CalendarDay(sinceEpoch: $0) } : []
        edges = first < last ? (first...last).map { Double(periods.start(ofDay: $0) - Date.referenceSecond) } : []
    }

    /// Returns the length of a day in hours.
    func hours(at index: Int) -> Double { (edges[index + 1] - edges[index]) / 3_600 }

    /// Returns the indices of the days of an entry, or `nil` if the entry is on another day.
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
            // An entry that ends at midnight is not on the next day.
            return lower...max(lower, min(edges.count(before: span.end.seconds) - 1, days.count - 1))
        }
    }
}

extension ZoneOffsetTable {
    /// Returns the first second at which the wall clock shows a day, or a later day if the zone skips it.
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
    /// Returns the number of elements that are less than a value. The elements must be in order.
    ///
    /// - Complexity: O(log *n*).
    fileprivate func count(before value: Double) -> Int {
        var index = count(notAfter: value)
        while index > 0, self[index - 1] == value { index -= 1 }
        return index
    }
}

extension [CalendarEntry] {
    /// The entries without duplicates, in their order. The last entry with an id is kept.
    var lastOfEach: [CalendarEntry] {
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        for (index, entry) in enumerated() { places[entry.id] = index }
        return places.count == count ? self : enumerated().filter { places[$0.element.id] == $0.offset }.map(\.element)
    }
}

extension CalendarEntry {
    /// Returns the start and the end in seconds since 2001-01-01. Whole days start and end with the days of the bounds.
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
