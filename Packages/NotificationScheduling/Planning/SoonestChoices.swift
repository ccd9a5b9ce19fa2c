import OrbitModels

/// The soonest of many candidates: a bounded heap with the latest on top.
///
/// O(log count) for a candidate that is among them, O(1) for one that is not.
struct SoonestChoices {
    private let count: Int
    private let now: Int
    private let hours: QuietHours?
    private let clock: ZoneClock
    /// How far quiet hours can move a candidate either way: their length, and four hours for a change of the clock. None
    /// has set a clock back by more than three (Casey, 2010).
    private let longestMove: Int
    /// Of the candidate before: most are of the same period.
    private var period: Period
    /// Each is later than the two at twice its place plus one and two.
    private var heap: [Choice] = []

    /// - Parameter now: candidates fire after it, in seconds since 1970.
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

    /// Candidates whose raw time is before it cannot be among them.
    let earliest: Int
    /// Candidates whose raw time is after it cannot be among them.
    private(set) var latest: Int

    /// In order.
    var sorted: [Choice] { heap.sorted() }

    mutating func consider(_ candidate: Candidate) {
        guard candidate.raw >= earliest, candidate.raw <= latest, let fire = fire(of: candidate), fire > now,
            fire < candidate.limit
        else { return }
        insert(Choice(fire: fire, candidate: candidate))
    }

    /// When it fires: a candidate in quiet hours moves to their end, or to their beginning if the end is too late.
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

/// A time during which the UTC offset does not change, in seconds since 1970.
private struct Period {
    let start: Int
    let end: Int
    let offset: Int

    init(_ period: ZonePeriods.Period?) {
        (start, end, offset) = (period?.start ?? .min, period?.end ?? .max, period?.offset ?? 0)
    }
}

/// A notification that could be planned, before quiet hours: numbers only, so that hundreds of thousands are searched
/// in no time.
struct Candidate {
    /// When it fires unless quiet hours move it, in seconds since 1970.
    let raw: Int
    /// It fires before this, in seconds since 1970.
    let limit: Int
    /// The place of its fact in the table.
    let fact: Int32
    /// The place of its rule in the fact.
    let rule: Int16
    let movesInQuietHours: Bool
    let isSnoozed: Bool
    /// The lead time in seconds.
    let lead: Int32
}

/// A candidate with the time at which it fires.
struct Choice: Comparable {
    /// In seconds since 1970.
    let fire: Int
    let candidate: Candidate

    /// The sooner; of the same time by subject, then by rule, then the longer lead.
    static func < (lhs: Self, rhs: Self) -> Bool {
        if lhs.fire != rhs.fire { return lhs.fire < rhs.fire }
        if lhs.candidate.fact != rhs.candidate.fact { return lhs.candidate.fact < rhs.candidate.fact }
        if lhs.candidate.rule != rhs.candidate.rule { return lhs.candidate.rule < rhs.candidate.rule }
        if lhs.candidate.lead != rhs.candidate.lead { return lhs.candidate.lead > rhs.candidate.lead }
        return !lhs.candidate.isSnoozed && rhs.candidate.isSnoozed
    }

    static func == (lhs: Self, rhs: Self) -> Bool { !(lhs < rhs) && !(rhs < lhs) }
}
