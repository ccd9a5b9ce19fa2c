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
    package var isMark: Bool {
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
