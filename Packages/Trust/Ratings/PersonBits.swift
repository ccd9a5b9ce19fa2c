extension EvidenceWeighing {
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

    /// Which of some things are in a relation to which others: a row of bits for each.
    struct PairBits {
        private var bits: [UInt64]
        private let words: Int

        /// Creates a relation of `count` things, none in relation to another.
        init(_ count: Int) {
            words = (count + 63) / 64
            bits = Array(repeating: 0, count: count * words)
        }

        func contains(_ one: Int, _ other: Int) -> Bool {
            bits[one * words + other >> 6] >> UInt64(other & 63) & 1 == 1
        }

        mutating func insert(_ one: Int, _ other: Int) {
            bits[one * words + other >> 6] |= 1 << UInt64(other & 63)
        }

        /// The sum of a value of all things in relation to a thing.
        func sum(of one: Int, _ value: (Int) -> Int64) -> Int64 {
            var sum: Int64 = 0
            for word in 0..<words {
                var left = bits[one * words + word]
                while left != 0 {
                    sum += value(word << 6 | left.trailingZeroBitCount)
                    left &= left - 1
                }
            }
            return sum
        }
    }
}
