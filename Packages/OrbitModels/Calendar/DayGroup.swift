/// The days of the week that have the same free hours.
public struct DayGroup: Hashable, Sendable {
    /// The days in order, Monday first; never empty.
    public let days: [Weekday]
    /// The ranges in order; never empty.
    public let ranges: [HourRange]
}

extension HourSet {
    /// The hours grouped by day, for display. A range across midnight belongs to the day on which it begins. Days with
    /// equal hours form one group.
    public var groups: [DayGroup] {
        let ranges = rangesByDay
        var days: [[HourRange]: [Weekday]] = [:]
        for (weekday, ranges) in zip(Weekday.allCases, ranges) where !ranges.isEmpty {
            days[ranges, default: []].append(weekday)
        }
        return zip(Weekday.allCases, ranges).compactMap { weekday, ranges in
            guard let days = days[ranges], days.first == weekday else { return nil }
            return DayGroup(days: days, ranges: ranges)
        }
    }

    /// The ranges that begin on each day, Monday first.
    private var rangesByDay: [[HourRange]] {
        var runs = Weekday.allCases.map(runs)
        for day in runs.indices {
            let next = (day + 1) % runs.count
            // The joined range must be shorter than a day. Otherwise its end would not be before its start, and its
            // text would be that of a range within one day.
            guard let evening = runs[day].last, evening.end == 24, let night = runs[next].first, night.start == 0,
                night.end < evening.start, let joined = HourRange(from: evening.start, to: night.end)
            else { continue }
            runs[day][runs[day].count - 1] = joined
            runs[next].removeFirst()
        }
        return runs
    }

    /// The maximal ranges within one day.
    private func runs(on weekday: Weekday) -> [HourRange] {
        var runs: [HourRange] = []
        var start: Int?
        for hour in 0...24 {
            let isFree = hour < 24 && contains(HourOfWeek(index: weekday.rawValue * 24 + hour))
            if isFree {
                start = start ?? hour
            } else if let first = start, let run = HourRange(from: first, to: hour) {
                runs.append(run)
                start = nil
            }
        }
        return runs
    }
}
