/// The combining marks that stand on one letter, counted while a text is read from its beginning.
package struct MarkStack {
    /// As in the Stream-Safe Text Format (UAX 15): a text of lower stacks is compared, hashed and brought into a normal
    /// form in a time that grows with its length alone.
    package static let streamSafe = 30
    /// What the languages of the world get by with; taller stacks cover their neighbours.
    package static let legible = 8

    private let most: Int
    private var height = 0

    /// - Parameter most: the marks that a letter may have.
    package init(most: Int = streamSafe) {
        self.most = most
    }

    /// Takes the next scalar; returns whether it is one mark too many.
    package mutating func isTooTall(with scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 {
            height = 0
        } else if scalar.isMark, !scalar.dependsOnNeighbours {
            height += 1
        } else if !scalar.dependsOnNeighbours {
            height = 0
        }
        return height > most
    }
}

extension Unicode.Scalar {
    /// A bit for each scalar of the first two planes, computed once: the standard library searches for the category of a
    /// scalar, which takes ten times as long as a look at a bit.
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

    /// Joiners, variation selectors (Mongolian ones and the vowel separator too) and tags.
    package var dependsOnNeighbours: Bool {
        switch value {
        case 0x180B...0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }
}
