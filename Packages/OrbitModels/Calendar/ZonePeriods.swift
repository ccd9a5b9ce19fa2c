import Foundation

/// An interval during which the UTC offset of a zone does not change, in seconds since 1970.
struct ZonePeriod: Hashable {
    let start: Int
    let end: Int
    /// Seconds by which the wall clock is ahead of UTC.
    let offset: Int
}

extension TimeZone {
    /// The range that `TimeZone` supports, in seconds since 1970: the years 0 to 9999.
    static let secondsOfCalendar = -62_167_219_200.0...253_402_300_799.0

    /// The periods between two instants, in order and without gaps. Finds clock changes by search, so that changes
    /// other than daylight saving time count too.
    func periods(from start: Int, to end: Int) -> [ZonePeriod] {
        var periods: [ZonePeriod] = []
        var periodStart = start
        var offset = offset(at: start)
        var known = start
        while known < end {
            let next = min(known + 43_200, end)
            if self.offset(at: next) == offset {
                known = next
            } else {
                known = firstChange(after: known, notAfter: next)
                periods.append(ZonePeriod(start: periodStart, end: known, offset: offset))
                (periodStart, offset) = (known, self.offset(at: known))
            }
        }
        if periodStart < end { periods.append(ZonePeriod(start: periodStart, end: end, offset: offset)) }
        return periods
    }

    /// Binary search.
    private func firstChange(after start: Int, notAfter end: Int) -> Int {
        let offset = offset(at: start)
        var (before, after) = (start, end)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if self.offset(at: middle) == offset { before = middle } else { after = middle }
        }
        return after
    }

    private func offset(at second: Int) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
}
