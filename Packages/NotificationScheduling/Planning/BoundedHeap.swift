import OrbitModels

/// The soonest of many candidates: a bounded heap with the latest at the top.
///
/// Adding a candidate takes O(log count) if it is among the soonest, and O(1) if it is not.
struct BoundedHeap {
    private let count: Int
    private let now: Int
    private let hours: QuietHours?
    private let clock: ZoneClock
    /// The maximum distance by which quiet hours can move a candidate, in seconds: their length, plus four hours for a
    /// change of the clock. No such change has set a clock back by more than three hours (Casey, 2010).
    private let longestMove: Int
    /// The period of the previous candidate, because most candidates are in the same period.
    private var period: Period
    /// The heap: the choice at index `i` is later than the choices at `2 * i + 1` and `2 * i + 2`.
    private var heap: [Choice] = []

    /// Creates an empty heap.
    ///
    /// - Parameters:
    ///   - count: The maximum number of choices.
    ///   - now: The time after which candidates fire, in seconds since 1970.
    ///   - hours: The quiet hours; `nil` for no quiet hours.
    ///   - clock: The clock of the user.
    init(_ count: Int, after now: Int, hours: QuietHours?, clock: ZoneClock) {
        self.count = max(count, 0)
        self.now = now
        self.hours = hours.flatMap { $0.length > 0 ? $0 : nil }
        self.clock = clock
        longestMove = (self.hours?.length ?? 0) * 60 + (self.hours == nil ? 0 : 4 * 3_600)
        heap.reserveCapacity(min(self.count, 4_096))
        earliest = now - longestMove
        latest = self.count > 0 ? .max : .min
        period = Period(clock.period(at: now))
    }

    /// The earliest raw time of candidates that can be among the soonest.
    let earliest: Int
    /// The latest raw time of candidates that can be among the soonest.
    private(set) var latest: Int

    /// The choices, soonest first.
    var sorted: [Choice] { heap.sorted() }

    mutating func consider(_ candidate: Candidate) {
        guard candidate.raw >= earliest, candidate.raw <= latest, let fire = fire(of: candidate), fire > now,
            fire < candidate.limit
        else { return }
        insert(Choice(fire: fire, candidate: candidate))
    }

    /// Returns the time at which a candidate fires; `nil` if there is no such time. Quiet hours move it to their end,
    /// or to their beginning if the end is too late.
    private mutating func fire(of candidate: Candidate) -> Int? {
        let raw = candidate.raw
        guard candidate.movesInQuietHours, let hours else { return raw }
        if raw < period.start || raw >= period.end { period = Period(clock.period(at: raw)) }
        let elapsed = hours.elapsed(atSecondOfDay: (raw + period.offset).flooredDivision(by: 86_400).remainder)
        let length = hours.length * 60
        guard elapsed < length else { return raw }
        let isPlain = length < 86_400 && raw - elapsed > period.start && raw - elapsed + length < period.end
        let end = isPlain ? raw - elapsed + length : clock.end(of: hours, after: raw)
        if let end, end < candidate.limit { return end }
        return isPlain ? raw - elapsed : clock.begin(of: hours, before: raw)
    }

    private mutating func insert(_ choice: Choice) {
        if heap.count < count {
            heap.append(choice)
            siftUp()
        } else if let top = heap.first, choice < top {
            heap[0] = choice
            siftDown()
        } else {
            return
        }
        if heap.count == count, let top = heap.first { latest = top.fire + longestMove }
    }

    private mutating func siftUp() {
        var index = heap.count - 1
        while index > 0, heap[(index - 1) / 2] < heap[index] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown() {
        var index = 0
        while 2 * index + 1 < heap.count {
            var child = 2 * index + 1
            if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
            guard heap[index] < heap[child] else { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}

/// A period during which the UTC offset does not change, in seconds since 1970.
private struct Period {
    let start: Int
    let end: Int
    let offset: Int

    init(_ period: ZoneOffsetTable.Period?) {
        (start, end, offset) = (period?.start ?? .min, period?.end ?? .max, period?.offset ?? 0)
    }
}

/// A notification that could be planned, before the effect of quiet hours. The planner compares hundreds of thousands,
/// so a candidate contains only numbers.
struct Candidate {
    /// The time at which it fires unless quiet hours move it, in seconds since 1970.
    let raw: Int
    /// The time before which it has to fire, in seconds since 1970.
    let limit: Int
    /// The index of its fact in the table.
    let fact: Int32
    /// The index of its rule in the fact.
    let rule: Int16
    let movesInQuietHours: Bool
    let isSnoozed: Bool
    /// The lead time in seconds.
    let lead: Int32
}

/// A candidate with the time at which it fires.
struct Choice: Comparable {
    /// The time in seconds since 1970.
    let fire: Int
    let candidate: Candidate

    /// Orders choices by time, then by subject, then by rule, then by lead time, the longer first. A snoozed
    /// notification is last.
    static func < (lhs: Self, rhs: Self) -> Bool {
        if lhs.fire != rhs.fire { return lhs.fire < rhs.fire }
        if lhs.candidate.fact != rhs.candidate.fact { return lhs.candidate.fact < rhs.candidate.fact }
        if lhs.candidate.rule != rhs.candidate.rule { return lhs.candidate.rule < rhs.candidate.rule }
        if lhs.candidate.lead != rhs.candidate.lead { return lhs.candidate.lead > rhs.candidate.lead }
        return !lhs.candidate.isSnoozed && rhs.candidate.isSnoozed
    }

    static func == (lhs: Self, rhs: Self) -> Bool { !(lhs < rhs) && !(rhs < lhs) }
}
