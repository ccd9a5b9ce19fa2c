/// The soonest of many candidates: a bounded heap with the latest on top.
///
/// O(log count) for a candidate that is among them, O(1) for one that is not.
struct SoonestChoices {
    private let count: Int
    private let now: Int
    private let hours: QuietHours?
    private let clock: ZoneClock
    /// How far quiet hours can move a candidate either way: their length, and a day for changes of the clock.
    private let longestMove: Int
    /// Each is later than the two at twice its place plus one and two.
    private var heap: [Choice] = []

    /// - Parameter now: candidates fire after it, in seconds since 1970.
    init(_ count: Int, after now: Int, hours: QuietHours?, clock: ZoneClock) {
        self.count = max(count, 0)
        self.now = now
        self.hours = hours.flatMap { $0.length > 0 ? $0 : nil }
        self.clock = clock
        longestMove = (self.hours?.length ?? 0) * 60 + (self.hours == nil ? 0 : 86_400)
        heap.reserveCapacity(min(self.count, 4_096))
        earliest = now - longestMove
        latest = self.count > 0 ? .max : .min
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
    private func fire(of candidate: Candidate) -> Int? {
        guard candidate.movesInQuietHours, let hours, clock.isQuiet(candidate.raw, in: hours) else {
            return candidate.raw
        }
        if let end = clock.end(of: hours, after: candidate.raw), end < candidate.limit { return end }
        return clock.begin(of: hours, before: candidate.raw)
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
