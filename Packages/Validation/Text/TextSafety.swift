/// Makes typed and pasted text safe to show to other people.
public enum TextSafety {
    /// Returns the text in NFC, with whitespace folded and trimmed. Controls, direction overrides and other invisible
    /// characters are removed.
    ///
    /// Joiners and variation selectors are kept if a script or an emoji needs them. The function is idempotent and
    /// takes linear time.
    public static func cleaned(_ text: String, lines: TextForm.Lines = .one) -> String {
        HiddenCharacters.removed(from: text).foldingWhitespace(lines: lines)
    }

    /// Whether the text has invisible characters that no script or emoji needs.
    public static func hasHiddenCharacters(_ text: String) -> Bool {
        let composed = text.canonicallyComposed
        return HiddenCharacters.removed(from: composed).unicodeScalars.count != composed.unicodeScalars.count
    }

    /// Whether a word mixes letters of look-alike scripts, as in `stаnford` with a Cyrillic `а` (after UTS 39).
    /// Different words may have different scripts.
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

    /// Returns the text without surrounding whitespace and invisible characters.
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

extension TextSafety {
    /// Whether a mail program would turn a part of the text into a link. Examples are a scheme as in `https://`, an
    /// address as in `a@b`, and a domain as in `example.org`.
    public static func hasLink(_ text: String) -> Bool { separatingLinks(text) != text }

    /// Returns the text with a space inside each part that a mail program would turn into a link. `J. R. R. Tolkien`,
    /// `Dr. Ana` and `J.R.` stay unchanged. The function is idempotent and takes linear time.
    public static func separatingLinks(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            guard index > 0, !scalars[index - 1].isSpace else { continue }
            let next = scalars[(index + 1)...].prefix(2)
            if scalar.joinsLink(after: scalars[index - 1], before: next) { result.append(" ") }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate func joinsLink(after previous: Unicode.Scalar, before next: ArraySlice<Unicode.Scalar>) -> Bool {
        switch self {
        // IDNA treats the last three as dots (RFC 3490 §3.1). No top-level domain has a single letter.
        case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}":
            !previous.isDot && next.count == 2 && next.allSatisfy { $0.belongsToWord || $0 == "-" }
        case "@", "\u{FF20}": next.first.map { !$0.isSpace } ?? false
        case ":": next.elementsEqual(["/", "/"])
        default: false
        }
    }

    private var isDot: Bool { self == "." || self == "\u{3002}" || self == "\u{FF0E}" || self == "\u{FF61}" }
}

extension TextSafety {
    /// The scripts with letters of the same shape. Other scripts may be mixed with them.
    fileprivate enum LookalikeScript: Hashable {
        case latin, greek, cyrillic, armenian, cherokee

        /// Creates the script of a letter, or returns `nil` for all other characters.
        init?(_ scalar: Unicode.Scalar) {
            guard scalar.properties.isAlphabetic else { return nil }
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2B8, 0x1D00...0x1D25, 0x1D2C...0x1D5C, 0x1D62...0x1D65,
                0x1D6B...0x1D77, 0x1D79...0x1DBE, 0x1E00...0x1EFF, 0x2160...0x2188, 0x2C60...0x2C7F, 0xA722...0xA787,
                0xA78B...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
                self = .latin
            case 0x370...0x3FF, 0x1D26...0x1D2A, 0x1F00...0x1FFF: self = .greek
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
            case 0x531...0x587, 0xFB13...0xFB17: self = .armenian
            case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
            default: return nil
            }
        }
    }
}
