/// The best `capacity` scores, as a heap with the worst score on top.
///
/// If two scores are equal, the lower slot is better.
struct BestScores {
    private let capacity: Int
    private var heap: [RankedSlot] = []

    /// - Parameter capacity: The maximum number of scores, at least 1.
    init(capacity: Int) {
        self.capacity = capacity
        heap.reserveCapacity(capacity)
    }

    /// The score that a further candidate must exceed.
    var threshold: Double { heap.count < capacity ? -.infinity : heap[0].score }

    mutating func offer(_ candidate: RankedSlot) {
        if heap.count < capacity {
            heap.append(candidate)
            siftUp()
        } else if heap[0] < candidate {
            heap[0] = candidate
            siftDown()
        }
    }

    /// The scores in order, best first.
    var ranking: [RankedSlot] { heap.sorted { $1 < $0 } }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}

/// A search result: a slot of an index and its score.
public struct RankedSlot: Hashable, Sendable {
    /// The slot of the person found.
    public let slot: Int
    /// The score from 0 to 1 for the person of the query.
    public let score: Double
}

extension RankedSlot: Comparable {
    /// Whether the left slot is worse than the right slot.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.score != rhs.score ? lhs.score < rhs.score : lhs.slot > rhs.slot
    }
}
