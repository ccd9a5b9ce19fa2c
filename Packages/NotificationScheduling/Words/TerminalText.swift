/// Text of others for a line of a terminal.
enum TerminalText {
    /// Without control characters, which could command the terminal, and without direction controls; at most 200
    /// characters.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.lazy.filter(isShown).prefix(200) {
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// A text for `OSC 9`. A number at its beginning would be a command: `4;1;50` shows progress in Windows Terminal,
    /// iTerm2 and others, and ConEmu starts a program with `7;`.
    static func withoutCommand(_ text: String) -> String {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return text }
        return "• " + text
    }

    /// The beginning of a text that takes no more than `cells` cells, with three dots if it is cut. Whatever is not ASCII
    /// counts as two cells, so a line may be shorter than it could be, but never longer.
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
