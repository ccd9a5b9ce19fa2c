import OrbitModels

/// Classes of Unicode scalars for cleaning, from the properties of the standard library.
extension Unicode.Scalar {
    static let zeroWidthNonJoiner: Unicode.Scalar = "\u{200C}"
    static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    static let cancelTag: Unicode.Scalar = "\u{E007F}"
    private static let brailleBlank: Unicode.Scalar = "\u{2800}"

    var isLineBreak: Bool { 0x0A...0x0D ~= value || value == 0x85 || value == 0x2028 || value == 0x2029 }

    /// Whether the scalar is whitespace or the blank Braille pattern.
    var isSpace: Bool {
        isASCII ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace || self == .brailleBlank
    }

    /// Whether the scalar is default ignorable, such as a joiner, a direction mark, a byte order mark, a Hangul filler
    /// or a tag.
    var isInvisible: Bool { value >= 0xAD && properties.isDefaultIgnorableCodePoint }

    /// Whether the scalar is whitespace, invisible or a control character.
    var isBlank: Bool { isSpace || isInvisible || isControl }

    var isControl: Bool { (value < 0x20 || 0x7F...0x9F ~= value) && !properties.isWhitespace }

    /// Whether the scalar is hidden in every context. Joiners, selectors and tags are not, because they depend on their
    /// neighbours.
    var isAlwaysHidden: Bool {
        switch value {
        case 0xFFF9...0xFFFC: true  // interlinear annotations; object replacement
        default: isControl || (isInvisible && !dependsOnNeighbours) || properties.isNoncharacterCodePoint
        }
    }

    private var isJoiner: Bool { self == .zeroWidthJoiner || self == .zeroWidthNonJoiner }

    /// Whether the scalar is visible between these neighbours, or changes their appearance.
    func isNeeded(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        guard dependsOnNeighbours else { return true }
        guard let previous else { return false }
        if isJoiner {
            if self == .zeroWidthJoiner, let next, previous.endsEmoji, next.isPictographic { return true }
            if previous.isVirama || next?.isVirama == true { return true }  // RFC 5892, appendix A
            return previous.isCursive && next?.isCursive == true
        }
        switch value {
        case 0xFE0E, 0xFE0F: return previous.properties.isEmoji
        case 0xFE00...0xFE02, 0xE0100...0xE01EF: return previous.properties.isIdeographic
        case 0x180B...0x180F: return (0x1820...0x18AA).contains(previous.value)
        default: return false
        }
    }

    private var isPictographic: Bool { properties.isEmoji && !isASCII }

    private var endsEmoji: Bool { isPictographic || value == 0xFE0F || self == .cancelTag || value == 0x20E3 }

    private var isVirama: Bool { properties.canonicalCombiningClass == .virama }

    /// Whether the scalar is a letter or mark of a cursive script: Arabic, Syriac, N'Ko, Mongolian or a related script.
    private var isCursive: Bool {
        switch value {
        case 0x0600...0x08FF, 0x1800...0x18AF, 0xA840...0xA877, 0x10AC0...0x10AFF, 0x10D00...0x10D3F,
            0x10F30...0x10F6F, 0x1E900...0x1E95F:
            properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered
        default: false
        }
    }

    /// Whether the scalar is a letter, a combining mark or a decimal digit.
    var belongsToWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    /// Whether the scalar is visible by itself. Marks, spaces and characters that fonts leave blank are not.
    var isVisible: Bool {
        if isMark || isBlank { return false }
        switch properties.generalCategory {
        case .privateUse, .unassigned, .surrogate, .control, .format, .spaceSeparator: return false
        default: return true
        }
    }
}

/// Classes of ASCII bytes.
extension UInt8 {
    static let hyphen = UInt8(ascii: "-")
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isLowercaseLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
    var isLetter: Bool { isLowercaseLetter || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
}
