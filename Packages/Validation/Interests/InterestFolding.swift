import Foundation
public import OrbitModels

/// Maps typed text to interests, so that "Movies", "film" and "movies and tv" are the same.
///
/// ```swift
/// InterestFolding.interest(from: "  boardgames ")  // Board Games
/// InterestFolding.interest(from: "Bouldering ")    // a custom interest, "Bouldering"
/// ```
public enum InterestFolding {
    /// The predefined interest that the text names or is a synonym of; otherwise a custom interest with the cleaned
    /// text. `nil` if the text has no visible characters.
    public static func interest(from text: String) -> Interest? {
        let label = Limits.customInterest.cleaned(text)
        guard !label.isEmpty else { return nil }
        return InterestAliases.interestByKey[key(of: label)] ?? Interest(label)
    }

    /// The interest that ``interest(from:)`` finds for the label.
    public static func canonical(_ interest: Interest) -> Interest {
        self.interest(from: interest.label) ?? interest
    }

    /// Equal for interests of the same meaning, whatever their spelling.
    public static func key(of interest: Interest) -> String {
        let interest = canonical(interest)
        let key = interest.isPredefined ? interest.id : key(of: interest.label)
        return key.isEmpty ? interest.id : key
    }

    /// The text without differences in case, accents, width, spaces, punctuation, "and" and plurals. For comparing, not
    /// for display: `"Cookies & Cakes"` gives `cookycake`. Ignores what exceeds the length of an interest.
    static func key(of text: String) -> String {
        var words: [String.UnicodeScalarView] = [.init()]
        let decomposed = text.prefix(Limits.customInterest.characters.upperBound)
            .decomposedStringWithCompatibilityMapping
        for scalar in decomposed.lowercased().unicodeScalars {
            if let replacement = letters[scalar] {
                words[words.count - 1].append(contentsOf: replacement.unicodeScalars)
            } else if scalar.isPartOfName {
                words[words.count - 1].append(scalar)
            } else if !scalar.isDroppedInside, words.last?.isEmpty == false {
                words.append(.init())
            }
        }
        return words.lazy.map { String($0) }
            .filter { $0 != "and" && !$0.allSatisfy { "+#".contains($0) } }
            .map(singular)
            .joined()
            .precomposedStringWithCanonicalMapping
    }

    /// The same stem for the singular and the regular plural of an English word; not always a word.
    private static func singular(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.allSatisfy(\.isLowercaseLetter) else { return word }
        var stem = word[...]
        if stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: stem.hasSuffix) { stem.removeLast() }
        if stem.utf8.count > 3, stem.hasSuffix("ie") { return stem.dropLast(2) + "y" }
        if ["she", "che", "xe", "sse", "zze", "oe"].contains(where: stem.hasSuffix) { stem.removeLast() }
        return String(stem)
    }

    /// Letters that do not decompose into a letter and an accent.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]
}

extension Unicode.Scalar {
    /// A letter, a digit, an emoji, or the signs that distinguish C, C++ and C#.
    fileprivate var isPartOfName: Bool {
        if isDroppedInside { return false }
        return belongsToWord || self == "+" || self == "#" || (properties.isEmoji && !isASCII)
    }

    /// Accents of Latin, Greek and Cyrillic letters, apostrophes, and selectors: removed without leaving a gap.
    fileprivate var isDroppedInside: Bool {
        0x300...0x36F ~= value || self == "'" || self == "\u{2019}" || isInvisible
    }
}
