extension EvidenceWeighing {
    /// A set of people, with one bit for each person.
    struct BitSet {
        private var words: [UInt64]

        /// Creates an empty set of people with numbers below `people`.
        init(people: Int) {
            words = Array(repeating: 0, count: people / 64 + 1)
        }

        func contains(_ person: Int32) -> Bool { words[Int(person >> 6)] >> UInt64(person & 63) & 1 == 1 }

        mutating func insert(_ person: Int32) { words[Int(person >> 6)] |= 1 << UInt64(person & 63) }
    }

    /// A relation between elements as a bit matrix, with one row for each element.
    struct BitMatrix {
        private var bits: [UInt64]
        private let words: Int

        /// Creates an empty relation between `count` elements.
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

        /// Returns the sum of a value over all elements that an element is in relation to.
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
