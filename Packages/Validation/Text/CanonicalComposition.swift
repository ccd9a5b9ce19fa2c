import Foundation

extension String {
    /// The text in NFC, in linear time.
    ///
    /// The text is processed in pieces. The result is the same, because composition never crosses grapheme clusters.
    // Foundation composes in place. This takes quadratic time if composition shortens a long text.
    var canonicallyComposed: String {
        if unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return self }  // no such scalar composes
        var result = ""
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(128)
            result += piece.precomposedStringWithCanonicalMapping
            rest = rest[piece.endIndex...]
        }
        return result
    }
}
