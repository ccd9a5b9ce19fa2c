/// Which of some things are in a relation to which others: a row of bits for each.
struct PairBits {
    private var bits: [UInt64] = []
    private var words = 0

    /// Begins anew with so many things, none in relation to another.
    mutating func clear(_ count: Int) {
        words = (count + 63) / 64
        bits.removeAll(keepingCapacity: true)
        bits.append(contentsOf: repeatElement(0, count: count * words))
    }

    func contains(_ one: Int, _ other: Int) -> Bool {
        bits[one * words + other >> 6] >> UInt64(other & 63) & 1 == 1
    }

    mutating func insert(_ one: Int, _ other: Int) {
        bits[one * words + other >> 6] |= 1 << UInt64(other & 63)
    }

    /// In how many relations a thing is.
    func count(of one: Int) -> Int {
        bits[one * words..<one * words + words].reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
