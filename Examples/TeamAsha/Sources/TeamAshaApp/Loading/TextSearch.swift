import Foundation

/// A search in short texts. Case, accents and the width of letters do not matter, and the order of words does not.
struct TextSearch {
    private let words: [String]

    /// Creates a search. A text without words matches everything.
    init(_ query: String) {
        words = Self.folded(String(query.prefix(200))).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether each word occurs in one of the texts.
    func matches(_ texts: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let folded = texts.map(Self.folded)
        return words.allSatisfy { word in folded.contains { $0.contains(word) } }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
