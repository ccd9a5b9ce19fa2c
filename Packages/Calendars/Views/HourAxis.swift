import Foundation
import OrbitModels

/// The hours of several days as rows. The same hour of each day is on the same row.
///
/// A repeated hour has its own row, which is empty on other days. A skipped hour leaves its row empty on that day. On
/// each day, time therefore increases from top to bottom across every clock change.
struct HourAxis {
    /// The key of a row: an hour of the day and the number `extra`. The number is 0 for the hour itself, and counts the
    /// repeated hours after it from 1.
    private struct Key: Hashable, Comparable {
        let hour: Int
        let extra: Int

        static func < (lhs: Key, rhs: Key) -> Bool { (lhs.hour, lhs.extra) < (rhs.hour, rhs.extra) }
    }

    /// A period in which the clock shows the same hour.
    private struct Shown {
        let key: Key
        /// The start, in seconds since 2001-01-01.
        let start: Double
        let end: Double
        /// The fraction of the hour that has passed at the start.
        let fraction: Double
        /// The hour that the clock shows, 0 to 23.
        let label: Int
    }

    let rows: [CalendarWeek.HourRow]
    private let days: [[Shown]]
    private let places: [Key: Int]

    init(_ bounds: DayBounds) {
        days = bounds.days.indices.map { index in
            Self.hours(of: bounds.first + index, bounds.edges[index], bounds.edges[index + 1], bounds.periods)
        }
        var labels = Dictionary(uniqueKeysWithValues: (0..<24).map { (Key(hour: $0, extra: 0), $0) })
        for shown in days.joined() { labels[shown.key] = shown.label }
        let keys = labels.keys.sorted()
        rows = keys.map { CalendarWeek.HourRow(hour: labels[$0] ?? 0, isRepeated: $0.extra > 0) }
        places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element, $0.offset) })
    }

    /// Returns the rows that a day does not have.
    func missingRows(ofDay index: Int) -> [Int] {
        let shown = Set(days[index].compactMap { places[$0.key] })
        return rows.indices.filter { !shown.contains($0) }
    }

    /// Returns the position of an instant in rows from the top, clamped to the day.
    ///
    /// An end at a full hour is the bottom of the previous hour.
    func place(of instant: Double, isEnd: Bool, onDay index: Int) -> Double {
        guard
            let shown = days[index].last(where: { isEnd ? $0.start < instant : $0.start <= instant })
                ?? days[index].first, let row = places[shown.key]
        else { return 0 }
        let passed = (min(max(instant, shown.start), shown.end) - shown.start) / 3_600
        return Double(row) + min(shown.fraction + passed, 1)
    }

    private static func hours(of day: Int, _ start: Double, _ end: Double, _ periods: ZoneOffsetTable) -> [Shown] {
        var shown: [Shown] = []
        var key = Key(hour: -1, extra: 0)
        let (first, last) = (Int(start) + Date.referenceSecond, Int(end) + Date.referenceSecond)
        for period in periods.periods where period.start < last && period.end > first {
            var second = max(period.start, first)
            while second < min(period.end, last) {
                let (hour, rest) = (second + period.offset).flooredDivision(by: 3_600)
                let ofDay = hour - day * 24
                key =
                    ofDay > key.hour && ofDay < 24
                    ? Key(hour: ofDay, extra: 0) : Key(hour: key.hour, extra: key.extra + 1)
                let next = min(second + 3_600 - rest, period.end, last)
                shown.append(
                    Shown(
                        key: key, start: Double(second - Date.referenceSecond),
                        end: Double(next - Date.referenceSecond), fraction: Double(rest) / 3_600,
                        label: hour.flooredDivision(by: 24).remainder))
                second = next
            }
        }
        return shown
    }
}
