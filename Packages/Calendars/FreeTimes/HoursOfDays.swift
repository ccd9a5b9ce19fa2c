import Foundation
import OrbitModels

/// The hours of an availability for each day, as bits. Bit 0 is 00:00 to 01:00.
struct HoursOfDays {
    /// The bits of a day. If the day has its own hours, the bits from 24 contain the hours of the next day.
    struct Bits {
        var available: UInt64 = 0
        var possible: UInt64 = 0
    }

    private let week: [Bits]
    private let overrides: [Int: Bits]

    init(_ availability: Availability) {
        week = (0..<7).map { day in
            let available = availability.week.hours.bits(ofDay: day)
            return Bits(available: available, possible: available | availability.ifNeeded.bits(ofDay: day))
        }
        overrides = Dictionary(
            availability.days.map { ($0.key.sinceEpoch, Bits($0.value)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether no hour is marked as "if needed".
    var hasNoIfNeededHours: Bool {
        week.allSatisfy { $0.available == $0.possible } && overrides.values.allSatisfy { $0.available == $0.possible }
    }

    /// Returns the bits of a day, given in days since 1970-01-01.
    func bits(ofDay day: Int) -> Bits {
        // 1970-01-01 was a Thursday.
        let usual = week[(day + 3).flooredDivision(by: 7).remainder]
        guard !overrides.isEmpty else { return usual }
        if let own = overrides[day] { return own }
        guard let night = overrides[day - 1] else { return usual }
        return Bits(available: usual.available | night.available >> 24, possible: usual.possible | night.possible >> 24)
    }

    /// Returns the instants at which the wall clock shows the hours.
    func times(in periods: ZoneOffsetTable) -> FreeTimes {
        var (available, possible) = (TimeSet(), TimeSet())
        let hasNoIfNeededHours = hasNoIfNeededHours
        for period in periods.periods {
            let (start, end) = (period.start + period.offset, period.end + period.offset)
            let days = start.flooredDivision(by: 86_400).quotient...(end - 1).flooredDivision(by: 86_400).quotient
            for day in days {
                let bits = bits(ofDay: day)
                possible.append(bits.possible, ofDay: day, in: period)
                if !hasNoIfNeededHours { available.append(bits.available, ofDay: day, in: period) }
            }
        }
        return FreeTimes(available: hasNoIfNeededHours ? possible : available, possible: possible)
    }
}

extension TimeSet {
    /// Adds the hours that the wall clock of a zone shows on a day during a period.
    fileprivate mutating func append(_ bits: UInt64, ofDay day: Int, in period: ZoneOffsetTable.Period) {
        var bits = bits & 0xFF_FFFF
        let midnight = day * 86_400 - period.offset
        while bits != 0 {
            let first = bits.trailingZeroBitCount
            let last = first + (~(bits >> UInt64(first))).trailingZeroBitCount
            bits &= ~0 << UInt64(last)
            append(
                from: Double(max(midnight + first * 3_600, period.start) - Date.referenceSecond),
                to: Double(min(midnight + last * 3_600, period.end) - Date.referenceSecond))
        }
    }
}

extension HoursOfDays.Bits {
    fileprivate init(_ day: DayAvailability) {
        switch day {
        case .free: self.init(available: 0xFF_FFFF, possible: 0xFF_FFFF)
        case .busy: self.init()
        case .hours(let ranges, let ifNeeded):
            let available = ranges.reduce(0) { $0 | $1.bits }
            self.init(available: available, possible: ifNeeded.reduce(available) { $0 | $1.bits })
        }
    }
}

extension HourRange {
    /// The bits of the hours. Hours after midnight start at bit 24.
    fileprivate var bits: UInt64 { (1 << UInt64(endsNextDay ? end + 24 : end)) - (1 << UInt64(start)) }
}

extension HourSet {
    fileprivate func bits(ofDay day: Int) -> UInt64 {
        let (word, shift) = (day * 24 / 64, UInt64(day * 24 % 64))
        let (low, high) = word == 0 ? (words.0, words.1) : word == 1 ? (words.1, words.2) : (words.2, 0)
        return (low >> shift | (shift == 0 ? 0 : high << (64 - shift))) & 0xFF_FFFF
    }
}

extension Availability {
    /// Returns the free hours in a window. Busy times are not subtracted. The periods must be those of the zone during
    /// the window.
    func hours(in window: TimeSpan, _ periods: ZoneOffsetTable) -> FreeTimes {
        HoursOfDays(self).times(in: periods).intersection(window)
    }
}

extension ZoneOffsetTable {
    /// Creates the periods of all seconds that a window touches.
    init(of zone: TimeZone, during window: TimeSpan) {
        let end = TimeZone.gmt.second(of: window.end)
        self.init(of: zone, from: TimeZone.gmt.second(of: window.start), to: end + 1)
    }
}
