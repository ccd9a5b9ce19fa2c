import Foundation
import OrbitModels

/// A zone that a file describes (VTIMEZONE of RFC 5545, 3.6.5).
struct ZoneDefinition: Hashable {
    /// The start times of an offset.
    struct Observance: Hashable {
        let isDaylight: Bool
        /// The first start, on the wall clock before the change.
        let start: LocalDateTime
        /// The offset before the change, in seconds ahead of UTC.
        let offsetBefore: Int
        /// The offset after the change, in seconds ahead of UTC.
        let offset: Int
        /// The rule of further starts.
        var rule: RecurrenceRule?
        /// Further single starts.
        var dates: [LocalDateTime] = []
    }

    let name: String
    let observances: [Observance]
    /// The periods of the offsets until 2130.
    let periods: ZoneOffsetTable

    /// The end of 2130, in seconds since 1970.
    private static let horizon = 5_080_665_600
    /// The maximum number of clock changes of a zone. The rules of Windows start in 1601 and have 1,058 changes until
    /// 2130.
    private static let maxChanges = 4_000
    /// The maximum number of periods of a zone's rules that are examined.
    private static let maxPeriods = 50_000

    init(name: String, observances: [Observance], periods: ZoneOffsetTable) {
        self.name = name
        self.observances = observances
        self.periods = periods
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.observances == rhs.observances }

    // Zones of one file have different names. The hash of every time contains its zone, so hashing all observances
    // would be slow for a long file.
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(observances.count)
    }

    /// Returns the periods of observances, or `nil` if they exceed the limits of a zone. The limits do not depend on
    /// other zones.
    static func periods(of observances: [Observance]) -> ZoneOffsetTable? {
        var changes: [Int: Observance] = [:]
        var periodsLeft = maxPeriods
        for observance in observances {
            let isComplete = observance.forEachStart(through: horizon, budget: &periodsLeft) { start in
                changes[start] = observance
                return changes.count <= maxChanges
            }
            guard isComplete else { return nil }
        }
        return periods(between: changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private static func periods(between changes: [(second: Int, observance: Observance)]) -> ZoneOffsetTable {
        guard let first = changes.first else { return ZoneOffsetTable([]) }
        var periods: [ZoneOffsetTable.Period] = []
        var (start, offset) = (min(-62_167_219_200, first.second - 1), first.observance.offsetBefore)
        for (second, observance) in changes {
            periods.append(ZoneOffsetTable.Period(start: start, end: second, offset: offset))
            (start, offset) = (second, observance.offset)
        }
        periods.append(ZoneOffsetTable.Period(start: start, end: max(253_402_300_800, start + 1), offset: offset))
        return ZoneOffsetTable(periods)
    }
}

extension ZoneDefinition.Observance {
    /// Calls `body` for the starts of the observance, in seconds since 1970, until it returns `false`.
    ///
    /// - Parameters:
    ///   - horizon: The last start to visit.
    ///   - budget: The number of periods of rules that may still be examined.
    ///   - body: Returns whether to continue.
    /// - Returns: Whether all starts were visited.
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
