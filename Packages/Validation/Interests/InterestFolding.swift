import Foundation
public import OrbitModels

/// Finds the interest that typed words mean, so that "Movies", "film" and "movies and tv" are one.
///
/// ```swift
/// InterestFolding.interest(from: "  boardgames ")  // Board Games
/// InterestFolding.interest(from: "Bouldering ")    // an interest of their own, "Bouldering"
/// ```
public enum InterestFolding {
    /// The predefined interest that the words name or are another name of; else one of their own, with
    /// the words cleaned. `nil` if nothing visible was typed.
    public static func interest(from text: String) -> Interest? {
        let label = Limits.customInterest.cleaned(text)
        guard !label.isEmpty else { return nil }
        return InterestAliases.interestByKey[key(of: label)] ?? Interest(label)
    }

    /// The same interest as `interest(from:)` finds for its label.
    public static func canonical(_ interest: Interest) -> Interest {
        self.interest(from: interest.label) ?? interest
    }

    /// Equal for interests that mean the same, whatever their spelling and other names.
    public static func key(of interest: Interest) -> String {
        let interest = canonical(interest)
        let key = interest.isPredefined ? interest.id : key(of: interest.label)
        return key.isEmpty ? interest.id : key
    }

    /// What is left when case, accents, width, spaces, punctuation, "and" and plurals do not count.
    /// For comparing, not for showing: `"Cookies & Cakes"` gives `cookycake`. What is longer than an
    /// interest may be does not count either.
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

    /// One spelling for the singular and the regular plural of an English word; not always a word.
    private static func singular(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.allSatisfy(\.isLowercaseLetter) else { return word }
        var stem = word[...]
        if stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: stem.hasSuffix) { stem.removeLast() }
        if stem.utf8.count > 3, stem.hasSuffix("ie") { return stem.dropLast(2) + "y" }
        if ["she", "che", "xe", "sse", "zze", "oe"].contains(where: stem.hasSuffix) { stem.removeLast() }
        return String(stem)
    }

    /// Letters that do not come apart into a letter and an accent.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]
}

extension Unicode.Scalar {
    /// A letter, a digit, an emoji, or the signs that tell C, C++ and C# apart.
    fileprivate var isPartOfName: Bool {
        if isDroppedInside { return false }
        return belongsToWord || self == "+" || self == "#" || (properties.isEmoji && !isASCII)
    }

    /// Accents of Latin, Greek and Cyrillic letters, apostrophes, and selectors: not even a gap.
    fileprivate var isDroppedInside: Bool {
        0x300...0x36F ~= value || self == "'" || self == "\u{2019}" || isInvisible
    }
}
