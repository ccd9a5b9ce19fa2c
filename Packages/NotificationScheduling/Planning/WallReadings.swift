import Foundation
import OrbitModels

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
