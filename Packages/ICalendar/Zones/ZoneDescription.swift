import Foundation
import OrbitModels

extension ZoneDefinition {
    /// Creates a description of a zone from its real clock changes, for the period of use.
    ///
    /// Changes that follow the same rule every year are written as a rule, and other changes individually. Changes
    /// before 1850 are ignored, because clocks showed solar time. Individual changes after 2100 are ignored too.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - first: The first wall time of use, in seconds since 1970-01-01T00:00:00.
    ///   - last: The last wall time of use, or `nil` for a series without a known end. For `nil`, all changes until
    ///     2090 are written.
    init(describing zone: TimeZone, from first: Int, through last: Int?) {
        let year = max(LocalDateTime(secondSinceEpoch: first).day.year - 1, 1)
        let begin = (CalendarDay(year: year, month: 1, day: 1)?.sinceEpoch ?? 0) * 86_400
        let offset = zone.offset(at: begin - zone.offset(at: begin))
        func isDaylight(_ second: Int) -> Bool {
            zone.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(second)))
        }
        let initial = Observance(
            isDaylight: isDaylight(begin - offset), start: LocalDateTime(secondSinceEpoch: begin), offsetBefore: offset,
            offset: offset)

        let scanned = min(max(begin - offset, Self.firstChange), Self.lastSingle)
        // If the last use is not known, the search for permanent rules begins in 2090. Zone data lists changes
        // individually only before that time.
        let used = min(max(last ?? Self.lastIrregular, scanned) + 2 * 86_400, Self.lastSingle)
        let changes = ZoneChange.all(of: zone, from: scanned, to: used + 30 * 366 * 86_400)
        let single = changes.filter { $0.second <= used }
        let yearly = YearlyChanges(in: changes.filter { $0.second > used })
        let (rules, rest) = yearly.map { $0.extended(back: single) } ?? ([], single)

        var observances = [initial]
        var seen: [ZoneChange: Int] = [:]
        for change in rest {
            // Equal changes are one observance with several dates.
            let kind = ZoneChange(
                second: isDaylight(change.second) ? 1 : 0, offsetBefore: change.offsetBefore, offset: change.offset)
            if let index = seen[kind] {
                observances[index].dates.append(change.wallTime)
            } else {
                seen[kind] = observances.count
                observances.append(Observance(change, isDaylight: isDaylight(change.second), rule: nil))
            }
        }
        observances += rules.map { Observance($0.first, isDaylight: isDaylight($0.first.second), rule: $0.rule) }
        // A zone of the system is far below the limits.
        self.init(
            name: zone.identifier, observances: observances,
            periods: Self.periods(of: observances) ?? ZoneOffsetTable([]))
    }

    /// The dates 1850-01-01, 2090-01-01 and 2100-01-01, in seconds since 1970.
    private static let firstChange = -3_786_825_600
    private static let lastIrregular = 3_786_912_000
    private static let lastSingle = 4_102_444_800
}

extension ZoneDefinition.Observance {
    fileprivate init(_ change: ZoneChange, isDaylight: Bool, rule: RecurrenceRule?) {
        // When the date line moves, the offset changes by a day. Readers would take this change for daylight saving
        // time.
        let isShort = abs(change.offset - change.offsetBefore) < 43_200
        self.init(
            isDaylight: isDaylight && isShort, start: change.wallTime, offsetBefore: change.offsetBefore,
            offset: change.offset,
            rule: rule)
    }
}
