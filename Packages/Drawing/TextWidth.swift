/// An upper estimate of the width of a text in ems, without access to a font.
///
/// The widths are those of the widest common sans-serif fonts (Verdana, DejaVu Sans), rounded up. A text rarely needs
/// more, but fonts differ, so a renderer must still clip.
public enum TextWidth {
    /// Returns the width of a text.
    public static func ems(of text: String) -> Double {
        var sum = 0.0
        for byte in text.utf8 {
            guard byte < 0x80 else { return ems(of: text.unicodeScalars[...]) }
            sum += ascii(byte)
        }
        return sum
    }

    private static func ems(of scalars: Substring.UnicodeScalarView) -> Double {
        var sum = 0.0
        var isJoined = false  // a family of several emoji is one picture
        for scalar in scalars {
            sum += isJoined && scalar.properties.isEmoji ? 0 : ems(of: scalar)
            isJoined = scalar == "\u{200D}"
        }
        return sum
    }

    /// Returns the longest prefix that fits together with an ellipsis. The result is `nil` if fewer than three
    /// characters of the text fit.
    public static func truncated(_ text: String, ems available: Double) -> (text: String, ems: Double)? {
        var width = ems(of: "…")
        var end = text.startIndex
        var count = 0
        while end < text.endIndex {
            let next = text.index(after: end)
            let wider = width + ems(of: text.unicodeScalars[end..<next])
            if wider > available { break }
            (end, width, count) = (next, wider, count + 1)
        }
        return count < 3 ? nil : (text[..<end] + "…", width)
    }

    private static func ems(of scalar: Unicode.Scalar) -> Double {
        if scalar.isASCII { return ascii(UInt8(scalar.value)) }
        switch scalar.value {
        case 0x00C0...0x017F: return widerLatin(scalar)
        case 0x0180...0x024F, 0x0370...0x052F, 0x0531...0x058F, 0x1E00...0x1FFF:
            return scalar.properties.isMark ? 0 : (0x01C4...0x01CC).contains(scalar.value) ? 1.6 : 1.12
        case 0x1100...0x11FF: return 1
        case 0x2010...0x2027: return 1.02
        case 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
            return scalar.properties.isMark ? 0 : 1.05
        case 0xFBB2...0xFDFF: return 3
        default: break
        }
        if scalar.properties.isMark { return scalar.properties.generalCategory == .spacingMark ? 0.8 : 0 }
        if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier { return 0 }
        return scalar.properties.isEmojiPresentation ? 1.4 : 1.35
    }

    private static func widerLatin(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "Æ", "Œ", "æ", "œ", "Ŵ", "ŵ", "Ĳ", "ĳ", "ŉ": 1.12
        default: scalar.properties.isUppercase ? 0.85 : 0.72
        }
    }

    /// Returns the width of an ASCII character. Control characters have no width.
    private static func ascii(_ byte: UInt8) -> Double {
        (32..<127).contains(byte) ? printable[Int(byte) - 32] : 0
    }

    /// The widths by ASCII code, from the space to the tilde.
    private static let printable: [Double] = {
        var widths = [Double](repeating: 0.66, count: 95)
        func set(_ characters: String, _ width: Double) {
            for scalar in characters.unicodeScalars { widths[Int(scalar.value) - 32] = width }
        }
        set(" .,:;!'|ijl", 0.41)
        set("-/\\()[]\"Ifrt`J", 0.48)
        set("ABCDEFGHKLNOPQRSTUVXYZ&#+<=>^~", 0.85)
        set("w", 0.84)
        set("Mm", 1)
        set("W@", 1.04)
        set("%", 1.1)
        return widths
    }()
}

extension Unicode.Scalar.Properties {
    fileprivate var isMark: Bool {
        switch generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
