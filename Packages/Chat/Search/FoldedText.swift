import Foundation

/// A text without differences of case, accents, width and compatibility forms, independent of the user's language.
///
/// Canonically and compatibly equivalent texts have equal bytes: `Café`, `CAFE` and `ｃａｆｅ` are the same.
struct FoldedText: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The maximum number of UTF-8 bytes of a text. The rest is ignored.
    private static let maxBytes = 16_000

    /// Folds a text. O(n).
    init(_ text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            bytes = Array(text.lowercased().utf8.prefix(Self.maxBytes))
            return
        }
        let short = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
        // The first step maps compatibility forms, such as ligatures and full-width letters (NFKC).
        let folded = short.precomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCompatibilityMapping
        bytes = Array(folded.utf8)
    }

    /// Whether the text has no characters.
    var isEmpty: Bool { bytes.isEmpty }

    /// Whether the text contains another one. O(n), by the algorithm of Knuth, Morris and Pratt.
    func contains(_ pattern: Pattern) -> Bool {
        var length = 0
        for byte in bytes {
            while length > 0, byte != pattern.bytes[length] { length = pattern.borders[length] }
            if byte == pattern.bytes[length] { length += 1 }
            if length == pattern.bytes.count { return true }
        }
        return false
    }

    /// A searched text.
    struct Pattern: Hashable, Sendable {
        fileprivate let bytes: [UInt8]
        /// For each number of matching bytes, the length of their longest proper prefix that is also their suffix.
        fileprivate let borders: [Int]

        /// Creates the pattern of a typed text without surrounding spaces; `nil` if it contains nothing else.
        init?(_ text: String) {
            let folded = FoldedText(text.trimmingCharacters(in: .whitespacesAndNewlines)).bytes
            guard !folded.isEmpty else { return nil }
            bytes = folded
            var (borders, length) = ([0, 0], 0)
            for place in folded.indices.dropFirst() {
                while length > 0, folded[place] != folded[length] { length = borders[length] }
                if folded[place] == folded[length] { length += 1 }
                borders.append(length)
            }
            self.borders = borders
        }
    }
}
