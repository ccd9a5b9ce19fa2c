package import Foundation
import OrbitModels

/// The wall clock of one zone, with its UTC offsets for a stretch of time looked up beforehand.
///
/// Outside of the stretch it asks the zone anew each time, which is slower.
package struct ZoneClock: Sendable {
    package let zone: TimeZone
    private let periods: [ZonePeriods.Period]
    private let covered: Range<Int>

    /// Looks up the offsets from two days before `start` to two days after `end`, in seconds since 1970, but of no more
    /// than four years.
    package init(_ zone: TimeZone, from start: Int, to end: Int) {
        let start = start - 2 * 86_400
        let end = min(max(end, start) + 2 * 86_400, start + 4 * 366 * 86_400)
        self.zone = zone
        periods = ZonePeriods(of: zone, from: start, to: end).periods
        covered = (start + 86_400)..<max(end - 86_400, start + 86_400)
    }

    /// The period around an instant during which the offset does not change, as far as it is looked up.
    func period(at second: Int) -> ZonePeriods.Period? {
        let (periods, index) = stretch(around: second)
        return periods.isEmpty ? nil : periods[index]
    }

    /// The wall clock at an instant.
    func wallTime(at second: Int) -> WallTime {
        WallTime(Date(timeIntervalSince1970: Double(second)), in: zone)
    }

    /// What the wall clock shows, in seconds since it showed 00:00.
    private func secondOfDay(at second: Int, offset: Int) -> Int {
        (second + offset).flooredDivision(by: 86_400).remainder
    }

    /// The first instant after `second`, which is quiet, at which the wall clock shows a time outside of the window: a
    /// change of the clock may end it early, late or in two parts. `nil` if it never ends.
    package func end(of hours: QuietHours, after second: Int) -> Int? {
        guard hours.length < 1_440 else { return nil }
        let (periods, first) = stretch(around: second)
        var second = second
        for index in first..<max(periods.count, first) {
            let elapsed = hours.elapsed(atSecondOfDay: secondOfDay(at: second, offset: periods[index].offset))
            guard elapsed < hours.length * 60 else { return second }
            let end = second + hours.length * 60 - elapsed
            if end < periods[index].end || index + 1 == periods.count { return end }
            second = periods[index].end
        }
        return nil
    }

    /// The first instant of the window that contains `second`. `nil` if it never began.
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

    /// Periods for at least a day on either side of an instant, and which of them contains it.
    private func stretch(around second: Int) -> ([ZonePeriods.Period], Int) {
        let periods =
            covered.contains(second)
            ? self.periods
            : ZonePeriods(of: zone, from: second - 2 * 86_400, to: second + 3 * 86_400).periods
        var (lower, upper) = (0, max(periods.count - 1, 0))
        while lower < upper {
            let middle = (lower + upper + 1) / 2
            if periods[middle].start <= second { lower = middle } else { upper = middle - 1 }
        }
        return (periods, lower)
    }
}

/// Instants of wall-clock times, with the UTC offsets of each zone and day looked up once.
struct WallReadings {
    private struct Day: Hashable {
        let zone: TimeZone
        let day: Int
    }

    private var periods: [Day: ZonePeriods] = [:]

    /// The instants at which the wall clock of a zone shows a time.
    mutating func reading(of time: WallTime, in zone: TimeZone) -> WallTime.Reading {
        let day = Day(zone: zone, day: time.secondSinceEpoch.flooredDivision(by: 86_400).quotient)
        if let known = periods[day] { return known.reading(of: time.secondSinceEpoch) }
        let noon = day.day * 86_400 + 43_200
        let found = ZonePeriods(of: zone, from: noon - 3 * 86_400, to: noon + 3 * 86_400)
        periods[day] = found
        return found.reading(of: time.secondSinceEpoch)
    }

    /// The start of a span in seconds since 1970, for a user in `zone`.
    mutating func start(of span: AnchoredSpan, in zone: TimeZone) -> Int {
        switch span.start {
        case .instant(let instant): zone.second(of: instant)
        case .venue(let time, let venue): zone.second(of: reading(of: time, in: venue).first)
        case .user(let time): zone.second(of: reading(of: time, in: zone).first)
        }
    }
}
