import Foundation
public import OrbitModels

/// Maps typed text to interests, so that "Movies", "film" and "movies and tv" are the same interest.
///
/// ```swift
/// InterestFolding.interest(from: "  boardgames ")  // Board Games
/// InterestFolding.interest(from: "Bouldering ")    // a custom interest, "Bouldering"
/// ```
public enum InterestFolding {
    /// Returns the predefined interest that the text names, directly or as a synonym. Otherwise returns a custom
    /// interest with the cleaned text, or `nil` if the text has no visible characters.
    public static func interest(from text: String) -> Interest? {
        let label = Limits.customInterest.cleaned(text)
        return label.isEmpty ? nil : folded(label).interest
    }

    /// Returns the interest that ``interest(from:)`` finds for the label.
    public static func canonical(_ interest: Interest) -> Interest {
        self.interest(from: interest.label) ?? interest
    }

    /// Returns the interests in their canonical form without repetitions. The first of several interests with the same
    /// meaning stays.
    ///
    /// A list of more than ``Limits/maxEnteredInterests`` is returned unchanged, because no rule admits it.
    public static func merged(_ interests: [Interest]) -> [Interest] {
        guard interests.count <= Limits.maxEnteredInterests else { return interests }
        var seen: Set<String> = []
        return interests.map(folded).filter { seen.insert($0.key).inserted }.map(\.interest)
    }

    /// Returns a key that is equal for interests of the same meaning in any spelling.
    public static func key(of interest: Interest) -> String { folded(interest).key }

    private static func folded(_ interest: Interest) -> (interest: Interest, key: String) {
        let label = Limits.customInterest.cleaned(interest.label)
        return label.isEmpty ? (interest, interest.id) : folded(label)
    }

    /// - Parameter label: A cleaned label. A label that is too long for an interest equals only itself.
    private static func folded(_ label: String) -> (interest: Interest, key: String) {
        guard label.utf8.count <= Limits.customInterest.bytes else {
            let interest = Interest(label)
            return (interest, interest.id)
        }
        let key = key(of: label)
        if let known = InterestAliases.interestByKey[key] { return (known, known.id) }
        let interest = Interest(label)
        return (interest, interest.isPredefined || key.isEmpty ? interest.id : key)
    }

    /// Returns a key for comparison. It ignores differences in case, accents, width, spaces, punctuation, "and",
    /// plurals, emoji next to words, and a leading verb such as "playing" or "go".
    ///
    /// For example, the key of `"Cookies & Cakes"` is `cookycake`. Text beyond the maximum length of an interest is
    /// ignored.
    static func key(of text: String) -> String {
        var words: [String.UnicodeScalarView] = [.init()]
        let decomposed = text.prefix(Limits.customInterest.characters.upperBound)
            .decomposedStringWithCompatibilityMapping
        for scalar in decomposed.lowercased().unicodeScalars {
            if let replacement = letters[scalar] {
                words[words.count - 1].append(contentsOf: replacement.unicodeScalars)
            } else if let letter = words.last?.last, scalar.makesAnotherLetter(of: letter) {
                words[words.count - 1].append(scalar)
            } else if scalar.isPartOfName {
                words[words.count - 1].append(scalar)
            } else if !scalar.isDroppedInside, words.last?.isEmpty == false {
                words.append(.init())
            }
        }
        return meaning(of: words).map(singular).joined().precomposedStringWithCanonicalMapping
    }

    /// Returns the words with a meaning, without leading verbs and articles.
    private static func meaning(of words: [String.UnicodeScalarView]) -> [String] {
        let hasWords = words.contains { $0.contains(where: \.belongsToWord) }
        var meant = words.map { word in
            String(hasWords ? String.UnicodeScalarView(word.filter { !$0.isPicture }) : word)
        }
        .filter { !$0.isEmpty && $0 != "and" && !$0.allSatisfy { "+#".contains($0) } }
        while meant.count > 1, let verb = meant.first, isVerb(verb, before: meant[1]) {
            meant.removeFirst()
            if ["go", "going"].contains(verb), meant.count > 1, meant.first == "to" { meant.removeFirst() }
            if meant.count > 1, meant.first == "the" { meant.removeFirst() }
        }
        return meant
    }

    /// Whether the word is a verb in front of an interest. "Go" is also a game, so it is a verb only before "to" and a
    /// form in "ing", as in "go hiking".
    private static func isVerb(_ word: String, before next: String) -> Bool {
        switch word {
        case "going", "playing": true
        case "play": !compounds.contains(word + next)
        case "go": next == "to" || next.hasSuffix("ing") && !compounds.contains(word + next)
        default: false
        }
    }

    /// Names that begin with a verb and are also written as one word.
    private static let compounds: Set<String> = ["gokarting", "playdoh", "playdough", "playstation", "playwriting"]
    /// Words in "s" that have another meaning without the "s".
    private static let plurals: Set<String> = ["arms", "customs", "goods", "news"]

    /// Returns an equal stem for the singular and the regular plural of an English word. The stem is not always a word.
    private static func singular(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.allSatisfy(\.isLowercaseLetter), !plurals.contains(word) else {
            return word
        }
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
    /// Whether the scalar is a letter, a digit, an emoji, or a sign that distinguishes C, C++ and C#.
    fileprivate var isPartOfName: Bool {
        if isDroppedInside { return false }
        return belongsToWord || self == "+" || self == "#" || isPicture
    }

    /// Whether the scalar is an emoji.
    fileprivate var isPicture: Bool { properties.isEmoji && !isASCII && !belongsToWord }

    /// Whether the mark turns the letter into another letter instead of an accented letter: й differs from и, ў from у,
    /// and ї from і.
    fileprivate func makesAnotherLetter(of letter: Unicode.Scalar) -> Bool {
        switch (letter, value) {
        case ("и", 0x306), ("у", 0x306), ("і", 0x308): true
        default: false
        }
    }

    /// Whether the scalar is removed without leaving a gap. This applies to accents of Latin, Greek and Cyrillic
    /// letters, apostrophes and selectors.
    fileprivate var isDroppedInside: Bool {
        0x300...0x36F ~= value || self == "'" || self == "\u{2019}" || isInvisible
    }
}

extension InterestFolding {
    /// The synonyms of the predefined interests. Only names with the same meaning are synonyms, so "bouldering" stays a
    /// separate interest.
    enum InterestAliases {
        static let interestByKey: [String: Interest] = {
            var table: [String: Interest] = [:]
            for interest in Interest.predefined {
                for name in [interest.label] + (names[interest.id] ?? []) {
                    table[InterestFolding.key(of: name)] = interest
                }
            }
            return table
        }()

        /// The synonyms by the id of the interest. Variants in case, accents, spaces, "and" and plurals need no entry.
        static let names: [String: [String]] = [
            "sports_fitness": ["sport", "fitness", "gym", "workout", "working out", "exercise", "athletics"],
            "music": ["songs", "listening to music"],
            "art_design": ["art", "design", "design and art"],
            "technology": ["tech", "technologies", "coding", "programming", "computers", "software"],
            "food_cooking": ["food", "cooking", "cooking and food", "foodie", "cuisine"],
            "travel": ["traveling", "travelling", "trips"],
            "gaming": ["games", "video games", "gamer"],
            "reading": ["books", "literature", "reading books"],
            "movies_tv": ["movies", "tv", "television", "film", "cinema", "tv shows", "tv series", "tv and movies"],
            "photography": ["photos", "photographer", "taking photos"],
            "nature": ["outdoors", "the outdoors"],
            "fashion": ["clothes", "style"],
            "dancing": ["dance"],
            "volunteering": ["volunteer", "volunteer work", "community service"],
            "entrepreneurship": ["entrepreneur", "startups"],
            "podcasts": ["podcasting"],
            "board_games": ["boardgaming", "tabletop games"],
            "languages": ["language learning", "learning languages"],
            "meditation": ["meditating", "mindfulness"],
            "diy_crafts": ["diy", "crafts", "crafting", "arts and crafts", "do it yourself"],
        ]
    }
}
