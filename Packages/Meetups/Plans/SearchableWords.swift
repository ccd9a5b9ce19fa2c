import Foundation
package import OrbitModels

/// The searchable words of a meetup: folded, without duplicates, separated by spaces.
///
/// Folding takes many times as long as searching, so a server folds the words when it saves the meetup.
package struct SearchableWords: Hashable, Sendable {
    package let text: String

    /// Creates the words of the title, the description and the tags.
    package init(of plan: MeetupPlan) {
        let all = ([plan.title, plan.description] + plan.interestTags.map(\.label)).joined(separator: "\n")
        var seen: Set<Substring> = []
        text = Self.folded(all).split(whereSeparator: \.isWhitespace).filter { seen.insert($0).inserted }
            .joined(separator: " ")
    }

    /// Returns a text without differences of case, accents and width, independent of the user's language.
    ///
    /// Canonically equivalent texts have equal bytes.
    static func folded(_ text: String) -> String {
        // In ASCII, only the case needs folding. That takes a tenth of the time.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }
}

extension SearchableWords: Codable {
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The words of a search. A meetup must contain all of them.
package struct SearchedWords: Sendable {
    private let patterns: [BytePattern]
    /// The value of the query item, or `nil` if there are no words.
    let query: String?

    /// Creates the words of a search.
    ///
    /// - Parameter text: The searched text. It is truncated to the limits of ``MeetupFilter``.
    package init(_ text: String) {
        let scalars = String(text.unicodeScalars.prefix(MeetupFilter.maxTextScalars))
        let words = scalars.prefix(MeetupFilter.longestText).split(whereSeparator: \.isWhitespace)
            .map { SearchableWords.folded(String($0)) }
        query = words.isEmpty ? nil : words.joined(separator: " ")
        patterns = words.map { BytePattern(Array($0.utf8)) }
    }

    /// Whether there are no words, so that every meetup is found.
    package var isEmpty: Bool { patterns.isEmpty }

    /// Whether the text contains every word, also as a part of a longer word.
    ///
    /// - Parameters:
    ///   - searched: The words to search.
    ///   - bytes: A counter that is increased by the number of compared bytes.
    /// - Complexity: O(*n*) in the length of the text, for each word.
    package func areFound(in searched: SearchableWords, bytes: inout Int) -> Bool {
        for pattern in patterns {
            bytes += searched.text.utf8.count
            guard pattern.isFound(in: searched.text) else { return false }
        }
        return true
    }

    /// A byte pattern for the algorithm of Knuth, Morris and Pratt, which takes linear time for every text.
    private struct BytePattern: Sendable {
        private let bytes: [UInt8]
        /// For each number of matching bytes, the length of their longest proper prefix that is also their suffix.
        private let borders: [Int]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            var (borders, length) = ([0, 0], 0)
            for place in bytes.indices.dropFirst() {
                while length > 0, bytes[place] != bytes[length] { length = borders[length] }
                if bytes[place] == bytes[length] { length += 1 }
                borders.append(length)
            }
            self.borders = borders
        }

        func isFound(in text: String) -> Bool {
            guard !bytes.isEmpty else { return true }
            var text = text
            return text.withUTF8 { searched in
                var length = 0
                for byte in searched {
                    while length > 0, byte != bytes[length] { length = borders[length] }
                    if byte == bytes[length] { length += 1 }
                    if length == bytes.count { return true }
                }
                return false
            }
        }
    }
}
