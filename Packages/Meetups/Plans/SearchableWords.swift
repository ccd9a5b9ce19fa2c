import Foundation
package import OrbitModels

/// The words of a meetup as they are searched: folded, each once, separated by spaces.
///
/// Folding takes many times as long as searching, so a server folds the words when it saves the meetup.
package struct SearchableWords: Hashable, Sendable {
    package let text: String

    /// The words of the title, the description and the tags.
    package init(of plan: MeetupPlan) {
        let all = ([plan.title, plan.description] + plan.interestTags.map(\.label)).joined(separator: "\n")
        var seen: Set<Substring> = []
        text = Self.folded(all).split(whereSeparator: \.isWhitespace).filter { seen.insert($0).inserted }
            .joined(separator: " ")
    }

    /// Without case, accents and width; independent of the user's language. Equivalent texts give the same bytes.
    static func folded(_ text: String) -> String {
        // Of most texts only the case is left to fold, which takes a tenth of the time.
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

/// Words that a user looks for, all of which must be found.
package struct SearchedWords: Sendable {
    private let patterns: [BytePattern]
    /// The words on the wire; `nil` if there are none.
    let query: String?

    /// - Parameter text: counts as far as ``MeetupFilter`` says.
    package init(_ text: String) {
        let scalars = String(text.unicodeScalars.prefix(MeetupFilter.maxTextScalars))
        let words = scalars.prefix(MeetupFilter.longestText).split(whereSeparator: \.isWhitespace)
            .map { SearchableWords.folded(String($0)) }
        query = words.isEmpty ? nil : words.joined(separator: " ")
        patterns = words.map { BytePattern(Array($0.utf8)) }
    }

    /// Whether there are none, so that everything has them.
    package var isEmpty: Bool { patterns.isEmpty }

    /// Whether every word is found, as a part of a word. Linear in the length of the text, for each word.
    ///
    /// - Parameter bytes: is increased by the number of bytes that were compared.
    package func areFound(in searched: SearchableWords, bytes: inout Int) -> Bool {
        for pattern in patterns {
            bytes += searched.text.utf8.count
            guard pattern.isFound(in: searched.text) else { return false }
        }
        return true
    }

    /// Bytes that are looked for by the method of Knuth, Morris and Pratt, in linear time for every text.
    private struct BytePattern: Sendable {
        private let bytes: [UInt8]
        /// For each number of matching bytes, the length of the longest proper prefix that is also their suffix.
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
