/// The Bidi rule for domain names with right-to-left labels (RFC 5893, section 2).
///
/// A name that violates the rule can be displayed as another name. Labels contain only letters, marks, decimal digits
/// and hyphens, so eight bidirectional classes are enough.
enum BidiRule {
    /// Whether all labels, in their Unicode form, satisfy the rule. A name without right-to-left characters always
    /// does.
    static func isSatisfied(by labels: [String]) -> Bool {
        let labels = labels.map { label in label.unicodeScalars.map(Class.init) }
        guard labels.contains(where: { $0.contains(where: \.isRightToLeft) }) else { return true }
        return labels.allSatisfy(isSatisfied)
    }

    private static func isSatisfied(by label: [Class]) -> Bool {
        guard let first = label.first, let last = label.last(where: { $0 != .nonspacingMark }) else { return false }
        switch first {
        case .rightToLeft, .arabicLetter:
            return !label.contains(.leftToRight) && [.rightToLeft, .arabicLetter, .european, .arabic].contains(last)
                && !(label.contains(.european) && label.contains(.arabic))
        case .leftToRight:
            return !label.contains(where: \.isRightToLeft) && [.leftToRight, .european].contains(last)
        default: return false
        }
    }

    /// A bidirectional class of the Unicode Character Database (UAX #9, table 4).
    enum Class: Hashable {
        /// L.
        case leftToRight
        /// R.
        case rightToLeft
        /// AL.
        case arabicLetter
        /// EN: digits in the order of European numbers.
        case european
        /// AN: digits in the order of Arabic numbers.
        case arabic
        /// ES: the hyphen.
        case separator
        /// NSM.
        case nonspacingMark
        /// ON.
        case neutral

        var isRightToLeft: Bool { self == .rightToLeft || self == .arabicLetter || self == .arabic }

        /// The class of a letter, mark, decimal digit or hyphen.
        ///
        /// The standard library does not have this property. The ranges are the defaults of DerivedBidiClass.txt
        /// (Unicode 16) with its exceptions among letters and digits.
        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x2D: self = .separator
            case 0x30...0x39, 0x6F0...0x6F9: self = .european
            case 0x660...0x669, 0x10D30...0x10D39: self = .arabic
            // Marks with a direction of their own.
            case 0xCBF, 0xCC6, 0x11A07...0x11A08, 0x11C3F: self = .leftToRight
            case _ where scalar.properties.generalCategory == .nonspacingMark: self = .nonspacingMark
            case 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x374, 0x2E2F, 0xA67F, 0xA717...0xA71F, 0xA788: self = .neutral
            case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10CFF, 0x10D40...0x10EBF,
                0x10F00...0x10F2F, 0x10F70...0x10FFF, 0x1E800...0x1EC6F, 0x1ECC0...0x1ECFF, 0x1ED50...0x1EDFF,
                0x1EF00...0x1EFFF:
                self = .rightToLeft
            case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F,
                0x10EC0...0x10EFF, 0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
                self = .arabicLetter
            default: self = .leftToRight
            }
        }
    }
}
