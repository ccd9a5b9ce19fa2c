/// Values of pairs of numbered people, such as penalties: in the order of the first person, then of the second.
struct PairTable {
    private var starts: [Int32]
    private var seconds: [Int32] = []
    private var values: [Double] = []

    /// Of equal pairs the highest value counts.
    init(_ pairs: [(first: Int, second: Int, value: Double)], peopleCount: Int) {
        starts = Array(repeating: 0, count: peopleCount + 1)
        var last: (Int, Int)?
        for pair in pairs.sorted(by: { ($0.first, $0.second, -$0.value) < ($1.first, $1.second, -$1.value) }) {
            if let last, last == (pair.first, pair.second) { continue }
            last = (pair.first, pair.second)
            starts[pair.first + 1] += 1
            seconds.append(Int32(truncatingIfNeeded: pair.second))
            values.append(pair.value)
        }
        for person in 0..<peopleCount { starts[person + 1] += starts[person] }
    }

    /// `nil` if the table has no such pair. Logarithmic in the pairs of the first person.
    func value(_ first: Int, _ second: Int) -> Double? {
        var (low, high) = (Int(starts[first]), Int(starts[first + 1]))
        let end = high
        while low < high {
            let middle = low + (high - low) / 2
            if Int(seconds[middle]) < second { low = middle + 1 } else { high = middle }
        }
        return low < end && Int(seconds[low]) == second ? values[low] : nil
    }
}
