import Foundation

/// Makes typed and pasted text safe to show beside other people's.
public enum TextSafety {
    /// The text in NFC, with whitespace folded and trimmed, and without controls, direction overrides and
    /// other characters that do not show. Joiners and variation selectors stay where a script or an emoji
    /// needs them. Cleaning twice changes nothing more. Linear in the length of the text.
    public static func cleaned(_ text: String, lines: TextForm.Lines = .one) -> String {
        let visible = visibleScalars(of: text.precomposedStringWithCanonicalMapping)
        return folded(visible, lines: lines).precomposedStringWithCanonicalMapping
    }

    /// Whether the text has characters that do not show and that no script or emoji needs there.
    public static func hasHiddenCharacters(_ text: String) -> Bool {
        let composed = text.precomposedStringWithCanonicalMapping
        return visibleScalars(of: composed).count != composed.unicodeScalars.count
    }

    /// Whether a word mixes letters of scripts that are mistaken for one another, as in `stаnford` with
    /// a Cyrillic `а` (after Unicode TS 39). Words that each keep to their own script are fine.
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

    /// The text without surrounding whitespace and characters that do not show.
    static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.isBlank { scalars.removeFirst() }
        while let last = scalars.last, last.isBlank { scalars.removeLast() }
        return String(scalars)
    }

    private static func visibleScalars(of text: String) -> [Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars).filter { !$0.isAlwaysHidden }
        var kept: [Unicode.Scalar] = []
        kept.reserveCapacity(scalars.count)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == .blackFlag {
                kept.append(scalar)
                let tags = emojiTagSequence(in: scalars[(index + 1)...])
                kept.append(contentsOf: tags)
                index += tags.count
            } else if scalar.isNeeded(after: kept.last, before: next) {
                kept.append(scalar)
            }
            index += 1
        }
        return kept
    }

    /// The tags that turn a black flag into that of England, Scotland or Wales (Unicode TS 51, ED-14a).
    private static func emojiTagSequence(in scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let longest = 6
        let tags = scalars.prefix(longest + 1).prefix { (0xE0030...0xE007A).contains($0.value) }
        guard (1...longest).contains(tags.count), tags.endIndex < scalars.endIndex,
            scalars[tags.endIndex] == .cancelTag
        else { return [] }
        return scalars[tags.startIndex...tags.endIndex]
    }

    private static func folded(_ scalars: [Unicode.Scalar], lines: TextForm.Lines) -> String {
        var result = String.UnicodeScalarView()
        var pendingBreaks = 0
        var pendingSpace = false
        var previous: Unicode.Scalar?
        for scalar in scalars {
            defer { previous = scalar }
            if lines == .several, scalar.isLineBreak {
                if !(scalar == "\n" && previous == "\r") { pendingBreaks += 1 }
            } else if scalar.isSpace {
                pendingSpace = true
            } else {
                if !result.isEmpty {
                    if pendingBreaks > 0 {
                        result.append(contentsOf: repeatElement("\n", count: min(pendingBreaks, 2)))
                    } else if pendingSpace {
                        result.append(" ")
                    }
                }
                (pendingBreaks, pendingSpace) = (0, false)
                result.append(scalar)
            }
        }
        return String(result)
    }
}
