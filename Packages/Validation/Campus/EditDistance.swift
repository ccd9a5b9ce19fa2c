/// The edit distance of two words: insertions, deletions, substitutions and swaps of neighbours (optimal string
/// alignment).
enum EditDistance {
    /// `nil` if it exceeds `limit`. Time is the product of the lengths.
    static func between(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        var (beforeLast, last, row) = (Array(0...b.count), Array(0...b.count), Array(0...b.count))
        for i in a.indices {
            row[0] = i + 1
            var least = i + 1
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row[j + 1] = cost
                least = min(least, cost)
            }
            if least > limit { return nil }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
