/// The best `capacity` of all scores offered, as a heap with the worst on top.
///
/// Of two equal scores, the lower slot is better.
struct BestScores {
    private let capacity: Int
    private var heap: [RankedSlot] = []

    /// - Parameter capacity: At least 1.
    init(capacity: Int) {
        self.capacity = capacity
        heap.reserveCapacity(capacity)
    }

    /// No lower score can still get in.
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

    /// Best first.
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
    /// 0 to 1, for the person of the query.
    public let score: Double
}

extension RankedSlot: Comparable {
    /// Whether the left is the worse.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.score != rhs.score ? lhs.score < rhs.score : lhs.slot > rhs.slot
    }
}
