/// Columns for overlapping intervals. Each interval is in the first free column, with the minimum number of columns.
///
/// The intervals are placed in the order of their starts. A new column is opened only if all columns are occupied at
/// that instant. The number of columns is therefore the maximum number of simultaneous intervals.
///
/// - Complexity: O(*n* log *n*).
struct OverlapColumns {
    /// The place of an interval.
    struct Place: Hashable {
        /// The column, from 0.
        var column: Int
        /// The number of columns that the interval can span, including its own, because no other interval uses them at
        /// its time.
        var width: Int
        /// The number of columns of all intervals that overlap, directly or through other intervals.
        var columnCount: Int
    }

    /// The places, in the order of the intervals.
    private(set) var places: [Place]

    /// Creates columns.
    ///
    /// - Parameter intervals: The intervals, ordered by start. Each must end after its start.
    init(_ intervals: [(start: Double, end: Double)]) {
        places = Array(repeating: Place(column: 0, width: 1, columnCount: 1), count: intervals.count)
        var cluster = 0
        var clusterEnd = -Double.infinity
        for index in intervals.indices {
            if intervals[index].start >= clusterEnd {
                placeCluster(cluster..<index, intervals)
                (cluster, clusterEnd) = (index, intervals[index].end)
            }
            clusterEnd = max(clusterEnd, intervals[index].end)
        }
        placeCluster(cluster..<intervals.count, intervals)
    }

    private mutating func placeCluster(_ cluster: Range<Int>, _ intervals: [(start: Double, end: Double)]) {
        var taken = MinimumHeap<Taken>()
        var free = MinimumHeap<Int>()
        var columns: [[Int]] = []
        for index in cluster {
            while let first = taken.minimum, first.end <= intervals[index].start {
                taken.removeMinimum()
                free.insert(first.column)
            }
            let column = free.removeMinimum() ?? columns.count
            if column == columns.count { columns.append([]) }
            columns[column].append(index)
            places[index].column = column
            taken.insert(Taken(end: intervals[index].end, column: column))
        }
        for index in cluster {
            places[index].columnCount = columns.count
            var next = places[index].column + 1
            while next < columns.count, !Self.overlaps(intervals[index], columns[next], intervals) { next += 1 }
            places[index].width = next - places[index].column
        }
    }

    /// Whether an interval overlaps an interval of a column.
    ///
    /// - Complexity: O(log *n*).
    private static func overlaps(
        _ interval: (start: Double, end: Double), _ column: [Int], _ intervals: [(start: Double, end: Double)]
    ) -> Bool {
        // A binary search for the first interval of the column that ends after the start. A column is ordered and
        // disjoint.
        var (lower, upper) = (0, column.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if intervals[column[middle]].end > interval.start { upper = middle } else { lower = middle + 1 }
        }
        return lower < column.count && intervals[column[lower]].start < interval.end
    }

    private struct Taken: Comparable {
        let end: Double
        let column: Int

        static func < (lhs: Taken, rhs: Taken) -> Bool { (lhs.end, lhs.column) < (rhs.end, rhs.column) }
    }

    /// A binary heap.
    struct MinimumHeap<Element: Comparable> {
        private var elements: [Element] = []

        var minimum: Element? { elements.first }

        mutating func insert(_ element: Element) {
            elements.append(element)
            var child = elements.count - 1
            while child > 0, elements[child] < elements[(child - 1) / 2] {
                elements.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        @discardableResult
        mutating func removeMinimum() -> Element? {
            guard let minimum = elements.first, let last = elements.popLast() else { return nil }
            guard !elements.isEmpty else { return minimum }
            elements[0] = last
            var parent = 0
            while 2 * parent + 1 < elements.count {
                let left = 2 * parent + 1
                let child = left + 1 < elements.count && elements[left + 1] < elements[left] ? left + 1 : left
                guard elements[child] < elements[parent] else { break }
                elements.swapAt(child, parent)
                parent = child
            }
            return minimum
        }
    }
}
