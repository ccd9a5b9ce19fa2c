package import Foundation
import OrbitModels

/// The wall clock of one time zone, with the UTC offsets of a time range looked up in advance.
///
/// Outside the range, each call looks up the offsets again, which is slower.
package struct ZoneClock: Sendable {
    package let zone: TimeZone
    private let periods: [ZoneOffsetTable.Period]
    private let covered: Range<Int>

    /// Looks up the offsets from two days before `start` to two days after `end`, but for at most four years.
    ///
    /// - Parameters:
    ///   - zone: The time zone.
    ///   - start: The start of the range, in seconds since 1970.
    ///   - end: The end of the range, in seconds since 1970.
    package init(_ zone: TimeZone, from start: Int, to end: Int) {
        let start = start - 2 * 86_400
        let end = min(max(end, start) + 2 * 86_400, start + 4 * 366 * 86_400)
        self.zone = zone
        periods = ZoneOffsetTable(of: zone, from: start, to: end).periods
        covered = (start + 86_400)..<max(end - 86_400, start + 86_400)
    }

    /// Returns the period of constant offset around an instant, as far as it was looked up.
    func period(at second: Int) -> ZoneOffsetTable.Period? {
        let (periods, index) = stretch(around: second)
        return periods.isEmpty ? nil : periods[index]
    }

    /// Returns the time on the wall clock at an instant.
    func wallTime(at second: Int) -> LocalDateTime {
        LocalDateTime(Date(timeIntervalSince1970: Double(second)), in: zone)
    }

    /// Returns the time on the wall clock, in seconds since it showed 00:00.
    private func secondOfDay(at second: Int, offset: Int) -> Int {
        (second + offset).flooredDivision(by: 86_400).remainder
    }

    /// Returns the first instant after `second` at which the wall clock shows a time outside the window; `nil` if the
    /// window never ends.
    ///
    /// - Parameters:
    ///   - hours: The window.
    ///   - second: An instant in the window, in seconds since 1970.
    package func end(of hours: QuietHours, after second: Int) -> Int? {
        guard hours.length < 1_440 else { return nil }
        let (periods, first) = stretch(around: second)
        var second = second
        // A change of the clock may end the window early, late or in two parts.
        for index in first..<max(periods.count, first) {
            let elapsed = hours.elapsed(atSecondOfDay: secondOfDay(at: second, offset: periods[index].offset))
            guard elapsed < hours.length * 60 else { return second }
            let end = second + hours.length * 60 - elapsed
            if end < periods[index].end || index + 1 == periods.count { return end }
            second = periods[index].end
        }
        return nil
    }

    /// Returns the first instant of the window that contains `second`; `nil` if the window never began.
    package func begin(of hours: QuietHours, before second: Int) -> Int? {
        guard hours.length < 1_440 else { return nil }
        let (periods, first) = stretch(around: second)
        var second = second
        for index in stride(from: first, through: 0, by: -1) where index < periods.count {
            let elapsed = hours.elapsed(atSecondOfDay: secondOfDay(at: second, offset: periods[index].offset))
            guard elapsed < hours.length * 60 else { return second + 1 }
            let begin = second - elapsed
            if begin > periods[index].start || index == 0 { return begin }
            second = periods[index].start - 1
        }
        return nil
    }

    /// Returns the periods for at least a day on either side of an instant, and the index of the period that contains
    /// it.
    private func stretch(around second: Int) -> ([ZoneOffsetTable.Period], Int) {
        let periods =
            covered.contains(second)
            ? self.periods
            : ZoneOffsetTable(of: zone, from: second - 2 * 86_400, to: second + 3 * 86_400).periods
        var (lower, upper) = (0, max(periods.count - 1, 0))
        while lower < upper {
            let middle = (lower + upper + 1) / 2
            if periods[middle].start <= second { lower = middle } else { upper = middle - 1 }
        }
        return (periods, lower)
    }
}

/// A cache for the instants of wall-clock times. It looks up the UTC offsets of each time zone and day once.
struct LocalTimeCache {
    private struct Day: Hashable {
        let zone: TimeZone
        let day: Int
    }

    private var periods: [Day: ZoneOffsetTable] = [:]

    /// Returns the instants at which the wall clock of a time zone shows a time.
    mutating func instants(of time: LocalDateTime, in zone: TimeZone) -> LocalDateTime.Instants {
        let day = Day(zone: zone, day: time.secondSinceEpoch.flooredDivision(by: 86_400).quotient)
        if let known = periods[day] { return known.instants(of: time.secondSinceEpoch) }
        let noon = day.day * 86_400 + 43_200
        let found = ZoneOffsetTable(of: zone, from: noon - 3 * 86_400, to: noon + 3 * 86_400)
        periods[day] = found
        return found.instants(of: time.secondSinceEpoch)
    }

    /// Returns the start of a span in seconds since 1970, for a user in `zone`.
    mutating func start(of span: AnchoredSpan, in zone: TimeZone) -> Int {
        switch span.start {
        case .instant(let instant): zone.second(of: instant)
        case .venue(let time, let venue): zone.second(of: instants(of: time, in: venue).first)
        case .user(let time): zone.second(of: instants(of: time, in: zone).first)
        }
    }
}
