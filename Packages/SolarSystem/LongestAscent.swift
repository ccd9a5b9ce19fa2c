extension [Double] {
    /// The indices of a longest non-decreasing subsequence (patience sorting). O(n log n).
    func longestAscent() -> [Int] {
        var ends: [Int] = []  // ends[k]: where an ascent of k + 1 elements ends lowest
        var previous = [Int?](repeating: nil, count: count)
        for index in indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if self[ends[middle]] <= self[index] { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var ascent: [Int] = []
        var index = ends.last
        while let current = index {
            ascent.append(current)
            index = previous[current]
        }
        return ascent.reversed()
    }
}
