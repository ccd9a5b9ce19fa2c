/// The counted rides of a rider by the day of their start in UTC.
struct RideTable: Sendable {
    /// The number of rides.
    private(set) var count = 0
    private var days: DayArray<[RideWord]>

    /// Creates an empty table.
    init() { days = DayArray([]) }

    /// Creates the table of rides, without duplicates. O(n + days), by a counting sort.
    ///
    /// - Parameter didCount: Receives each counted ride once, with its day in UTC.
    init(_ rides: [Ride], counting: RideKinds, didCount: (_ day: Int, _ ride: RideWord) -> Void) {
        self.init()
        var words: [RideWord] = []
        var daysOfWords: [Int32] = []
        words.reserveCapacity(rides.count)
        daysOfWords.reserveCapacity(rides.count)
        var (first, last) = (Int.max, Int.min)
        for ride in rides {
            guard case .success(let checked) = CheckedRide.check(ride, counting: counting) else { continue }
            words.append(checked.word)
            daysOfWords.append(Int32(checked.day))
            (first, last) = (min(first, checked.day), max(last, checked.day))
        }
        guard first <= last else { return }
        // The end of the words of each day, after the words were moved there from the end of the list to its beginning.
        var places = [Int](repeating: 0, count: last - first + 2)
        for day in daysOfWords { places[Int(day) - first] += 1 }
        var sum = 0
        for index in places.indices {
            sum += places[index]
            places[index] = sum
        }
        var sorted = words
        for (word, day) in zip(words, daysOfWords) {
            let index = Int(day) - first
            places[index] -= 1
            sorted[places[index]] = word
        }
        days = DayArray([], days: first...last)
        var filter = DuplicateFilter()
        for day in first...last {
            let range = places[day - first]..<places[day - first + 1]
            guard !range.isEmpty else { continue }
            let unique = filter.unique(sorted[range])
            count += unique.count
            for word in unique { didCount(day, word) }
            days[day] = unique
        }
    }

    /// Adds a ride, or replaces the ride with the same start if the new ride counts instead. O(rides of the day).
    ///
    /// - Returns: The ride that counted before, or `nil`.
    mutating func add(_ ride: CheckedRide) -> RideWord? {
        guard let index = days[ride.day].firstIndex(where: { $0.second == ride.word.second }) else {
            days[ride.day].append(ride.word)
            count += 1
            return nil
        }
        let known = days[ride.day][index]
        if ride.word.replaces(known) { days[ride.day][index] = ride.word }
        return known
    }

    /// Removes the ride that began at a second of a day, and returns it.
    mutating func remove(day: Int, second: Int) -> RideWord? {
        guard let index = days[day].firstIndex(where: { $0.second == second }) else { return nil }
        count -= 1
        return days[day].remove(at: index)
    }
}

/// Removes rides with the same start from the rides of a day.
private struct DuplicateFilter {
    /// The place of the ride that began at each second, counted over all days, so that days need no reset.
    private var places: [Int32] = []
    private var start: Int32 = 1

    /// The number of rides of a day up to which a comparison of all pairs is faster.
    private static let few = 16

    mutating func unique(_ words: ArraySlice<RideWord>) -> [RideWord] {
        var unique: [RideWord] = []
        unique.reserveCapacity(words.count)
        if words.count <= Self.few {
            for word in words {
                if let index = unique.firstIndex(where: { $0.second == word.second }) {
                    if word.replaces(unique[index]) { unique[index] = word }
                } else {
                    unique.append(word)
                }
            }
            return unique
        }
        if places.isEmpty { places = [Int32](repeating: 0, count: 86_400) }
        for word in words {
            let place = places[word.second]
            if place >= start {
                if word.replaces(unique[Int(place - start)]) { unique[Int(place - start)] = word }
            } else {
                places[word.second] = start + Int32(unique.count)
                unique.append(word)
            }
        }
        start += Int32(unique.count)
        return unique
    }
}
