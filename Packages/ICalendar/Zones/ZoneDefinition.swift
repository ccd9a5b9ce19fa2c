import Foundation
import OrbitModels

/// A zone as a file describes it (VTIMEZONE of RFC 5545, 3.6.5).
struct ZoneDefinition: Hashable {
    /// From when on an offset holds.
    struct Observance: Hashable {
        let isDaylight: Bool
        /// The first time that it begins, on the wall clock before it.
        let start: WallTime
        /// Seconds ahead of UTC before it.
        let offsetBefore: Int
        /// Seconds ahead of UTC from then on.
        let offset: Int
        /// When it begins again.
        var rule: RecurrenceRule?
        /// Further times that it begins.
        var dates: [WallTime] = []
    }

    let name: String
    let observances: [Observance]
    /// Until 2130.
    let periods: ZonePeriods

    /// The end of 2130, in seconds since 1970.
    private static let horizon = 5_080_665_600
    /// Clock changes of one zone. The rules of Windows begin in 1601 and make 1,058 until the horizon.
    private static let mostChanges = 4_000
    /// Periods of the rules of one zone that are examined.
    private static let mostPeriods = 50_000

    init(name: String, observances: [Observance], periods: ZonePeriods) {
        self.name = name
        self.observances = observances
        self.periods = periods
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.observances == rhs.observances }

    /// Zones of one file have different names. All observances would make a long file cost their number for each time.
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(observances.count)
    }

    /// The periods that observances make; `nil` if they take more work than the limits of one zone, which do not depend
    /// on other zones.
    static func periods(of observances: [Observance]) -> ZonePeriods? {
        var changes: [Int: Observance] = [:]
        var periodsLeft = mostPeriods
        for observance in observances {
            let isComplete = observance.forEachStart(through: horizon, budget: &periodsLeft) { start in
                changes[start] = observance
                return changes.count <= mostChanges
            }
            guard isComplete else { return nil }
        }
        return periods(between: changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private static func periods(between changes: [(second: Int, observance: Observance)]) -> ZonePeriods {
        guard let first = changes.first else { return ZonePeriods([]) }
        var periods: [ZonePeriods.Period] = []
        var (start, offset) = (min(-62_167_219_200, first.second - 1), first.observance.offsetBefore)
        for (second, observance) in changes {
            periods.append(ZonePeriods.Period(start: start, end: second, offset: offset))
            (start, offset) = (second, observance.offset)
        }
        periods.append(ZonePeriods.Period(start: start, end: max(253_402_300_800, start + 1), offset: offset))
        return ZonePeriods(periods)
    }
}

extension ZoneDefinition.Observance {
    /// Visits the times that it begins, in seconds since 1970, until `body` returns `false`. Returns whether all of them
    /// were visited.
    ///
    /// - Parameters:
    ///   - horizon: The last time that matters.
    ///   - budget: Periods of rules that may still be examined.
    fileprivate func forEachStart(
        through horizon: Int, budget: inout Int, _ body: (Int) -> Bool
    ) -> Bool {
        guard ([start] + dates).allSatisfy({ body($0.secondSinceEpoch - offsetBefore) }) else { return false }
        guard let rule else { return true }
        var days = RuleDays(of: rule, start: start.day.sinceEpoch, through: horizon / 86_400, budget: budget)
        defer { budget = days.budget }
        while let day = days.next() {
            let second = day * 86_400 + start.secondOfDay - offsetBefore
            if case .until(let until) = rule.end {
                let last = until.wallTime(in: .gmt).secondSinceEpoch
                let isInstant = if case .instant = until { true } else { false }
                if (isInstant ? second : second + offsetBefore) > last + (until.isDay ? 86_399 : 0) { return true }
            }
            guard body(second) else { return false }
        }
        return days.budget > 0
    }
}
