/// A counter of the combining marks on the current letter of a text, which is read from its beginning.
package struct CombiningMarkCounter {
    /// The limit of the Stream-Safe Text Format (UAX 15). Within it, comparing, hashing and normalising a text take
    /// linear time.
    package static let streamSafe = 30
    /// The limit for legible text. The languages of the world need no more; more marks cover neighbouring letters.
    package static let legible = 8

    private let most: Int
    private var count = 0

    /// - Parameter most: The maximum number of marks on a letter.
    package init(most: Int = streamSafe) {
        self.most = most
    }

    /// Counts the next scalar. Returns whether the letter now has too many marks.
    package mutating func exceedsLimit(counting scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 {
            count = 0
        } else if scalar.isMark, !scalar.dependsOnNeighbours {
            count += 1
        } else if !scalar.dependsOnNeighbours {
            count = 0
        }
        return count > most
    }
}

extension Unicode.Scalar {
    /// A bit for each scalar of the first two planes, computed once. The standard library searches for the category of
    /// a scalar, which takes ten times as long.
    private static let markBits: [UInt64] = (0..<0x20000 / 64).map { word in
        (0..<64).reduce(into: 0) { bits, bit in
            if Unicode.Scalar(UInt32(word * 64 + bit))?.hasMarkCategory == true { bits |= 1 << UInt64(bit) }
        }
    }

    /// Whether the scalar is a combining mark. Takes constant time.
    package var isMark: Bool {
        guard value >= 0x300 else { return false }
        guard value < 0x20000 else { return hasMarkCategory }
        return Self.markBits[Int(value) / 64] >> UInt64(value % 64) & 1 == 1
    }

    private var hasMarkCategory: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is a joiner, a tag or a variation selector, including Mongolian selectors and the vowel
    /// separator.
    package var dependsOnNeighbours: Bool {
        switch value {
        case 0x180B...0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }
}
