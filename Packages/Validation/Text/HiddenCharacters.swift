import OrbitModels

/// Removes invisible characters, except those with a visible effect. These are joiners inside emoji and between letters
/// of scripts that need them, and selectors that change the preceding character.
enum HiddenCharacters {
    /// Returns the text in NFC without hidden characters. The function is idempotent.
    static func removed(from text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) { return text }
        let visible = text.unicodeScalars.filter { !$0.isAlwaysHidden }
        // Composing a letter with more marks than the first limit would take quadratic time. Composition can add marks,
        // so the second limit is applied after it.
        let bounded = withoutExcessMarks(visible, most: CombiningMarkCounter.streamSafe)
        let composed = withoutExcessMarks(
            bounded.canonicallyComposed.unicodeScalars, most: CombiningMarkCounter.legible)
        let kept = String(needed(in: composed)).canonicallyComposed
        if needed(in: kept).count == kept.unicodeScalars.count { return kept }
        // The removal created new neighbours. All joiners, selectors and tags are dropped, because repeating the step
        // might not end.
        return String(kept.unicodeScalars.filter { !$0.dependsOnNeighbours }).canonicallyComposed
    }

    private static func withoutExcessMarks(_ scalars: String.UnicodeScalarView, most: Int) -> String {
        var marks = CombiningMarkCounter(most: most)
        return String(scalars.filter { !marks.exceedsLimit(counting: $0) })
    }

    private static func needed(in text: String) -> String.UnicodeScalarView {
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            let next = index < scalars.count ? scalars[index] : nil
            guard scalar.isNeeded(after: previous, before: next) else { continue }
            kept.append(scalar)
            previous = scalar
            if scalar == .blackFlag {
                let tags = emojiTagSequence(in: scalars[index...])
                for tag in tags { kept.append(tag) }
                previous = tags.last ?? scalar
                index += tags.count
            }
        }
        return kept
    }

    /// Returns the tags that turn a black flag into the flag of England, Scotland or Wales (UTS 51, ED-14a).
    private static func emojiTagSequence(in scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let longest = 6
        let tags = scalars.prefix(longest).prefix { (0xE0030...0xE007A).contains($0.value) }
        guard !tags.isEmpty, tags.endIndex < scalars.endIndex, scalars[tags.endIndex] == .cancelTag else { return [] }
        return scalars[tags.startIndex...tags.endIndex]
    }
}
