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
    static let horizon = 5_080_665_600
    /// Clock changes of one zone that are read; the rest is left out.
    private static let mostChanges = 4_000

    init(name: String, observances: [Observance]) {
        self.name = name
        self.observances = observances
        periods = Self.periods(of: observances)
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.observances == rhs.observances }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(observances)
    }

    private static func periods(of observances: [Observance]) -> ZonePeriods {
        var changes: [Int: Observance] = [:]
        for observance in observances {
            for start in observance.starts.prefix(mostChanges - min(changes.count, mostChanges)) {
                changes[start] = observance
            }
        }
        let ordered = changes.sorted { $0.key < $1.key }
        guard let first = ordered.first else { return ZonePeriods([]) }
        var periods: [ZonePeriods.Period] = []
        var (start, offset) = (min(-62_167_219_200, first.key - 1), first.value.offsetBefore)
        for (second, observance) in ordered {
            periods.append(ZonePeriods.Period(start: start, end: second, offset: offset))
            (start, offset) = (second, observance.offset)
        }
        periods.append(ZonePeriods.Period(start: start, end: max(253_402_300_800, start + 1), offset: offset))
        return ZonePeriods(periods)
    }
}

extension ZoneDefinition.Observance {
    /// When it begins, in seconds since 1970, until the horizon.
    fileprivate var starts: [Int] {
        var seconds = ([start] + dates).map { $0.secondSinceEpoch - offsetBefore }
        guard let rule else { return seconds }
        var days = RuleDays(
            of: rule, start: start.day.sinceEpoch, through: ZoneDefinition.horizon / 86_400, budget: 4_000)
        while let day = days.next() {
            let second = day * 86_400 + start.secondOfDay - offsetBefore
            if case .until(let until) = rule.end {
                let last = until.wallTime(in: .gmt).secondSinceEpoch
                let isInstant = if case .instant = until { true } else { false }
                if (isInstant ? second : second + offsetBefore) > last + (until.isDay ? 86_399 : 0) { break }
            }
            seconds.append(second)
        }
        return seconds
    }
}
