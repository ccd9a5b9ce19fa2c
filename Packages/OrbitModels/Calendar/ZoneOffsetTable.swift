package import Foundation

/// The UTC offsets of a zone during a period of time, computed once. A lookup takes O(log n).
// `TimeZone` converts one instant at a time and takes a lock. Code that converts many instants in one zone therefore
// stores the periods of the zone.
package struct ZoneOffsetTable: Hashable, Sendable {
    /// An interval during which the UTC offset does not change, in seconds since 1970.
    package struct Period: Hashable, Sendable {
        package let start: Int
        /// The end, later than `start`.
        package let end: Int
        /// The seconds by which the wall clock is ahead of UTC.
        package let offset: Int

        /// Creates a period; `end` must be later than `start`.
        package init(start: Int, end: Int, offset: Int) {
            (self.start, self.end, self.offset) = (start, end, offset)
        }
    }

    /// The periods, in order and without gaps.
    package let periods: [Period]

    /// Creates a table of given periods, in order and without gaps.
    package init(_ periods: [Period]) {
        self.periods = periods
    }

    /// Creates the table between two instants in seconds since 1970, clamped to the years 0 to 9999. The clock changes
    /// are found by comparing offsets every 12 hours, so changes other than daylight saving time are found too.
    package init(of zone: TimeZone, from start: Int, to end: Int) {
        let range = TimeZone.secondsOfCalendar
        let start = min(max(start, Int(range.lowerBound)), Int(range.upperBound) - 1)
        let end = min(max(end, start + 1), Int(range.upperBound))
        periods = zone.periods(from: start, to: end)
    }

    /// Creates the table of the periods that can show a wall-clock time, given in seconds since 1970-01-01T00:00:00.
    package init(of zone: TimeZone, around wallSecond: Int) {
        self.init(of: zone, from: wallSecond - 2 * 86_400, to: wallSecond + 2 * 86_400)
    }

    /// Returns the seconds by which the wall clock is ahead of UTC at an instant, given in seconds since 1970. Outside
    /// the periods it returns the offset of the nearest period.
    package func offset(at second: Int) -> Int {
        periods.isEmpty ? 0 : periods[index(at: second)].offset
    }

    /// Returns the instants at which the wall clock shows a time, given in seconds since 1970-01-01T00:00:00.
    package func instants(of wallSecond: Int) -> LocalDateTime.Instants {
        var shown: (Int?, Int?) = (nil, nil)
        var before = periods.first?.offset ?? 0
        for period in periods[nearby(wallSecond)] {
            let second = wallSecond - period.offset
            if period.start <= second, second < period.end {
                if let first = shown.0 { return .twice(first: Self.date(first), second: Self.date(second)) }
                shown.0 = second
            } else if shown.0 == nil, second >= period.end {
                before = period.offset
            }
        }
        return shown.0.map { .once(Self.date($0)) } ?? .skipped(Self.date(wallSecond - before))
    }

    private func nearby(_ wallSecond: Int) -> Range<Int> {
        guard !periods.isEmpty else { return 0..<0 }
        return index(at: wallSecond - 2 * 86_400)..<index(at: wallSecond + 2 * 86_400) + 1
    }

    /// Returns the index of the period at an instant, or of the nearest period.
    private func index(at second: Int) -> Int {
        var (lower, upper) = (0, periods.count - 1)
        while lower < upper {
            let middle = (lower + upper + 1) / 2
            if periods[middle].start <= second { lower = middle } else { upper = middle - 1 }
        }
        return lower
    }

    private static func date(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }
}

extension TimeZone {
    /// The range that `TimeZone` supports, in seconds since 1970. It covers the years 0 to 9999.
    static let secondsOfCalendar = -62_167_219_200.0...253_402_300_799.0

    /// Returns the periods between two instants, in order and without gaps.
    func periods(from start: Int, to end: Int) -> [ZoneOffsetTable.Period] {
        var periods: [ZoneOffsetTable.Period] = []
        var periodStart = start
        var offset = offset(at: start)
        var known = start
        while known < end {
            let next = min(known + 43_200, end)
            if self.offset(at: next) == offset {
                known = next
            } else {
                known = firstChange(after: known, notAfter: next)
                periods.append(ZoneOffsetTable.Period(start: periodStart, end: known, offset: offset))
                (periodStart, offset) = (known, self.offset(at: known))
            }
        }
        if periodStart < end { periods.append(ZoneOffsetTable.Period(start: periodStart, end: end, offset: offset)) }
        return periods
    }

    /// Returns the second that contains an instant, clamped to the years 0 to 9999.
    package func second(of instant: Date) -> Int {
        Int(instant.timeIntervalSince1970.clamped(to: Self.secondsOfCalendar).rounded(.down))
    }

    /// Returns the seconds by which the wall clock is ahead of UTC at a second of the years 0 to 9999.
    package func offset(at second: Int) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Returns the second of the first clock change, found by binary search.
    private func firstChange(after start: Int, notAfter end: Int) -> Int {
        let offset = offset(at: start)
        var (before, after) = (start, end)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if self.offset(at: middle) == offset { before = middle } else { after = middle }
        }
        return after
    }
}
