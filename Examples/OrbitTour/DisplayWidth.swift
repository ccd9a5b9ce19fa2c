/// The width of text on a terminal. Chinese characters and emoji are two columns wide, and combining marks have no
/// width.
extension StringProtocol {
    var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
    }

    func truncated(to width: Int) -> String {
        guard displayWidth > width else { return String(self) }
        var text = ""
        for character in self {
            if text.displayWidth + character.displayWidth > width - 1 { break }
            text.append(character)
        }
        return text + "…"
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        if unicodeScalars.contains(where: \.properties.isEmojiPresentation) { return 2 }
        return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: isWide ? 2 : 1
        }
    }

    /// The blocks that are wide according to Unicode Standard Annex 11, as far as names need them.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }
}
