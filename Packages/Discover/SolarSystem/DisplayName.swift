/// Names as others typed them, made fit for one line of a picture.
enum DisplayName {
    private static let longest = 64
    private static let scalarsPerCharacter = 16

    /// On one line, without control characters, explicit direction controls and invisible padding,
    /// of at most 64 characters, none of which piles up more than 16 scalars.
    static func cleaned(_ name: String) -> String {
        if isPlain(name) { return name }
        var words: [[Character]] = [[]]
        var length = 0
        for character in name {
            if character.isWhitespace {
                if words[words.count - 1].isEmpty == false { words.append([]) }
                continue
            }
            var kept = String.UnicodeScalarView()
            kept.append(contentsOf: character.unicodeScalars.lazy.filter(isShown).prefix(scalarsPerCharacter))
            guard kept.contains(where: \.isVisible) else { continue }
            words[words.count - 1].append(contentsOf: String(kept))
            length += 1
            if length == longest { break }
        }
        return words.filter { !$0.isEmpty }.map { String($0) }.joined(separator: " ")
    }

    /// The first character, in upper case where that is one character, too; "?" if there is none.
    ///
    /// Title case rather than upper case: it leaves scripts alone that have no capitals at the start of a name.
    static func initial(of name: String) -> String {
        guard let first = name.first, let scalar = first.unicodeScalars.first else { return "?" }
        if first.isASCII { return first.uppercased() }
        var capital = String.UnicodeScalarView(scalar.properties.titlecaseMapping.unicodeScalars)
        capital.append(contentsOf: first.unicodeScalars.dropFirst())
        let text = String(capital)
        return text.count == 1 ? text : String(first)
    }

    /// Printable ASCII, single spaces within: most names, and nothing to do.
    private static func isPlain(_ name: String) -> Bool {
        guard name.utf8.count <= longest else { return false }
        var previous = UInt8(ascii: " ")
        for byte in name.utf8 {
            guard byte > 32 || (byte == 32 && previous != 32), byte < 127 else { return false }
            previous = byte
        }
        return previous != 32
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
        default:
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it shows on its own: a joiner or a variation selector by itself is nothing to see.
    fileprivate var isVisible: Bool {
        !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace
    }
}
