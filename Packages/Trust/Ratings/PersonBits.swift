/// A set of people: a bit for each.
struct PersonBits {
    private var words: [UInt64]

    /// Of people with numbers below `people`, none of them in it.
    init(people: Int) {
        words = Array(repeating: 0, count: people / 64 + 1)
    }

    func contains(_ person: Int32) -> Bool { words[Int(person >> 6)] >> UInt64(person & 63) & 1 == 1 }

    mutating func insert(_ person: Int32) { words[Int(person >> 6)] |= 1 << UInt64(person & 63) }
}
