/// One emoji of a reaction, in its canonical form: without the variation selector U+FE0F.
///
/// Keyboards send `❤` with or without the selector. Both are the same reaction. Skin tones and joined sequences stay
/// distinct. ``presentation`` contains the selectors again.
///
/// ```swift
/// Emoji("❤️") == Emoji("❤")  // true
/// Emoji("👍🏽") == Emoji("👍")  // false
/// Emoji("ok")  // nil
/// ```
public struct Emoji: Hashable, Sendable {
    /// The maximum number of UTF-8 bytes before selectors are removed. The longest recommended sequence has 35.
    public static let maxBytes = 64

    /// The canonical text. Its scalars have no decompositions, so the text is in NFC.
    public let text: String

    /// Creates the emoji of a text that contains exactly one emoji as defined by UTS 51.
    ///
    /// Returns `nil` for all other texts, such as a digit, a skin tone alone, half a flag, or an emoji with the text
    /// style selector U+FE0E. A text with more than ``maxBytes`` bytes takes no time.
    public init?(_ text: String) {
        guard let text = Self.canonical(text), Self.isEmoji(Array(text.unicodeScalars)) else { return nil }
        self.text = text
    }

    /// The text for screens, with U+FE0F after each scalar that otherwise has the text style. These are the fully
    /// qualified sequences of UTS 51.
    public var presentation: String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            let isToned = index + 1 < scalars.count && scalars[index + 1].properties.isEmojiModifier
            if scalar.hasTextStyle, !isToned { result.append(Self.selector) }
        }
        return String(result)
    }
}

extension Emoji: Codable {
    /// Decodes one grapheme cluster. An emoji of a newer Unicode version is kept, although ``init(_:)`` refuses it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = Self.canonical(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected one emoji")
        }
        self.text = text
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Emoji: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.text < rhs.text }
}

extension Emoji: CustomStringConvertible {
    /// The text for screens.
    public var description: String { presentation }
}

extension Emoji {
    private static let selector: Unicode.Scalar = "\u{FE0F}"
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let cancelTag: Unicode.Scalar = "\u{E007F}"

    /// Returns a text of one grapheme cluster without selectors; `nil` for all other texts.
    private static func canonical(_ text: String) -> String? {
        // The size is checked first, because finding the end of a grapheme cluster takes linear time.
        guard text.utf8.count <= maxBytes, text.count == 1 else { return nil }
        let scalars = text.unicodeScalars.filter { $0 != selector }
        return scalars.isEmpty ? nil : String(scalars)
    }

    /// Whether the scalars, without selectors, are an emoji sequence (UTS 51, ED-17).
    private static func isEmoji(_ scalars: [Unicode.Scalar]) -> Bool {
        if scalars.count == 2, scalars[0].isKeycapBase, scalars[1] == keycap { return true }
        if scalars.count == 2, scalars.allSatisfy({ $0.isRegionalIndicator }) { return true }
        if scalars.first == blackFlag, scalars.last == cancelTag {
            // The flag of a region, such as Scotland. Any other tags could carry a hidden text.
            let tags = scalars.dropFirst().dropLast()
            return (3...7).contains(tags.count) && tags.allSatisfy { $0.isSubdivisionTag }
        }
        return scalars.split(separator: joiner, omittingEmptySubsequences: false).allSatisfy { element in
            guard let base = element.first, base.isEmojiBase else { return false }
            guard let tone = element.dropFirst().first else { return true }
            return element.count == 2 && base.properties.isEmojiModifierBase && tone.properties.isEmojiModifier
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isKeycapBase: Bool {
        switch value {
        case 0x23, 0x2A, 0x30...0x39: true
        default: false
        }
    }

    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Whether the scalar is a tag for a lowercase letter or a digit.
    fileprivate var isSubdivisionTag: Bool {
        (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value)
    }

    /// Whether the scalar alone is an emoji. Digits, halves of flags and skin tones only have the property `Emoji`.
    fileprivate var isEmojiBase: Bool {
        !isASCII && properties.isEmoji && !isRegionalIndicator && !properties.isEmojiModifier
    }

    fileprivate var hasTextStyle: Bool { properties.isEmoji && !properties.isEmojiPresentation }
}
