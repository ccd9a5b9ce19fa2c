/// Lists, one behind the other in a circle, read from any place.
struct CircularLists {
    private let lists: [[Int]]
    private let count: Int
    private let start: UInt64

    /// - Parameter start: any number; the place is its remainder.
    init(_ lists: [[Int]], start: UInt64) {
        self.lists = lists
        count = lists.reduce(0) { $0 + $1.count }
        self.start = start
    }

    /// Reads each place once, as long as `body` wants more.
    func forEach(_ body: (Int) -> Bool) {
        guard count > 0 else { return }
        let first = Int(start % UInt64(count))
        for range in [first..<count, 0..<first] {
            var offset = 0
            for list in lists {
                for place in max(
                    0, range.lowerBound - offset)..<max(
                        0, range.lowerBound - offset, min(list.count, range.upperBound - offset))
                {
                    guard body(list[place]) else { return }
                }
                offset += list.count
            }
        }
    }
}
