/// Makes typed and pasted text safe to show to others.
public enum TextSafety {
    /// The text in NFC, with whitespace folded and trimmed, and without controls, direction overrides and other
    /// invisible characters. Joiners and variation selectors are kept where a script or an emoji needs them.
    /// Idempotent; linear in the length of the text.
    public static func cleaned(_ text: String, lines: TextForm.Lines = .one) -> String {
        HiddenCharacters.removed(from: text).foldingWhitespace(lines: lines)
    }

    /// Whether the text has invisible characters that no script or emoji needs there.
    public static func hasHiddenCharacters(_ text: String) -> Bool {
        let composed = text.canonicallyComposed
        return HiddenCharacters.removed(from: composed).unicodeScalars.count != composed.unicodeScalars.count
    }

    /// Whether a word mixes letters of look-alike scripts, as in `stаnford` with a Cyrillic `а` (after UTS 39).
    /// Different words may be in different scripts.
    public static func mixesScripts(_ text: String) -> Bool {
        var script: LookalikeScript?
        for scalar in text.unicodeScalars {
            if let found = LookalikeScript(scalar) {
                if let script, script != found { return true }
                script = found
            } else if !scalar.belongsToWord {
                script = nil
            }
        }
        return false
    }

    /// The text without surrounding whitespace and invisible characters.
    static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.isBlank { scalars.removeFirst() }
        while let last = scalars.last, last.isBlank { scalars.removeLast() }
        return String(scalars)
    }
}

extension String {
    fileprivate func foldingWhitespace(lines: TextForm.Lines) -> String {
        var result = String.UnicodeScalarView()
        var pendingBreaks = 0
        var pendingSpace = false
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            defer { previous = scalar }
            if lines == .several, scalar.isLineBreak {
                if !(scalar == "\n" && previous == "\r") { pendingBreaks += 1 }
            } else if scalar.isSpace {
                pendingSpace = true
            } else {
                if !result.isEmpty {
                    if pendingBreaks > 1 { result.append("\n") }
                    if pendingBreaks > 0 { result.append("\n") } else if pendingSpace { result.append(" ") }
                }
                (pendingBreaks, pendingSpace) = (0, false)
                result.append(scalar)
            }
        }
        return String(result)
    }
}
