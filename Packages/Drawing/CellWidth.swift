/// The width of a character in a terminal: one cell, two cells for wide East Asian characters and emoji, and rarely
/// more.
///
/// Terminals disagree about characters made of several emoji, so only the first emoji is shown.
public enum CellWidth {
    /// Returns the text that a terminal shows for a character, and its number of cells: 1 or 2, rarely more. A
    /// character that cannot be shown becomes "?".
    private static func fitted(_ character: Character) -> (text: String, cells: Int) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, cells(of: first) > 0 else { return ("?", 1) }
        let isFlag = (0x1F1E6...0x1F1FF).contains(first.value)
        if isFlag { return scalars.count == 2 ? (String(character), 2) : ("?", 1) }
        if scalars.contains(where: isEmojiPart) { return (String(first), cells(of: first)) }
        return (String(character), scalars.reduce(0) { $0 + cells(of: $1) })
    }

    /// Returns the beginning of a text that fits. A truncated text ends with three dots, or with fewer dots if fewer
    /// than three cells are available. A negative number of cells counts as 0.
    ///
    /// Right-to-left text ends with a left-to-right mark, which takes no cell. Without it, terminals that reorder such
    /// text would swap two such texts on a line, together with all text between them.
    public static func fitted(_ text: String, cells available: Int) -> [(text: String, cells: Int)] {
        let available = max(available, 0)
        var line = text.map { fitted($0) }
        var width = total(line)
        if width > available {
            let dots = min(3, available)
            while width + dots > available { width -= line.removeLast().cells }
            line += Array(repeating: (".", 1), count: dots)
        }
        if line.contains(where: { $0.text.unicodeScalars.contains(where: isRightToLeft) }), let last = line.popLast() {
            line.append((last.text + "\u{200E}", last.cells))
        }
        return line
    }

    /// Returns the number of cells of the characters.
    public static func total(_ characters: [(text: String, cells: Int)]) -> Int {
        characters.reduce(0) { $0 + $1.cells }
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
        default: scalar.properties.isEmojiModifier
        }
    }

    /// Returns the number of cells of a scalar (Unicode Standard Annex #11, as terminals apply it).
    private static func cells(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.value {
        case 0x1160...0x11FF: return 0  // vowels and finals of a Hangul syllable
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
