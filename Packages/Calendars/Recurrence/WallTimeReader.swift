import Foundation
import OrbitModels

/// Reads wall times of one zone in ascending order, and keeps the periods that the next ones are likely to need.
struct WallTimeReader {
    private let zone: CalendarZone
    private var periods: ZonePeriods?
    private var range = 0..<0

    init(_ zone: CalendarZone) {
        self.zone = zone
    }

    /// The instant that RFC 5545 (3.3.5) means.
    mutating func instant(of time: WallTime) -> Date {
        let second = time.secondSinceEpoch
        if !range.contains(second) || periods == nil {
            // Times that follow each other closely get a year at once; a search costs two questions a day.
            let isNear = !range.isEmpty && second >= range.lowerBound && second < range.upperBound + 40 * 86_400
            let end = second + (isNear ? 400 : 1) * 86_400
            periods = zone.periods(from: second - 2 * 86_400, to: end + 2 * 86_400)
            range = second..<end
        }
        return (periods?.reading(of: second) ?? .once(Date(timeIntervalSince1970: Double(second)))).first
    }
}
