/// The preparation of text from other people for a line of a terminal.
enum TerminalText {
    /// Returns a text without direction controls, and without control characters, which could send commands to the
    /// terminal. Its length is at most 200 Unicode scalars.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.lazy.filter(isShown).prefix(200) {
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// Returns a text for `OSC 9`. A bullet precedes a digit at the beginning, because a number would be a command.
    /// `4;1;50` shows progress in Windows Terminal, iTerm2 and others, and ConEmu starts a program with `7;`.
    static func withoutCommand(_ text: String) -> String {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return text }
        return "• " + text
    }

    /// Returns the beginning of a text that fits into `cells` cells, with three dots if it is cut. Each Unicode scalar
    /// that is not ASCII counts as two cells, so a line may be too short but never too long.
    static func fitted(_ text: String, cells: Int) -> String {
        let text = cleaned(text)
        if width(text) <= cells { return text }
        var kept = ""
        var left = cells - 3
        for character in text {
            left -= width(String(character))
            guard left >= 0 else { break }
            kept.append(character)
        }
        return kept + String(repeating: ".", count: min(3, max(cells, 0)))
    }

    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
        default: true
        }
    }
}
