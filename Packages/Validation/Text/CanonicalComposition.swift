import Foundation

extension String {
    /// The text in NFC, in linear time.
    ///
    /// Foundation composes in place, which takes quadratic time where composition shortens a long text. Composition
    /// never crosses grapheme clusters, so the text is processed in pieces.
    var canonicallyComposed: String {
        if unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return self }  // nothing there composes
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
