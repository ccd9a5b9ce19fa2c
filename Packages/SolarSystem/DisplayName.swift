/// Cleans names typed by others for display on a single line.
enum DisplayName {
    private static let longest = 64
    private static let scalarsPerCharacter = 16

    /// On a single line, without control characters, explicit direction controls and invisible padding, with at most 64
    /// characters of at most 16 scalars each.
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

    /// The first character, in title case if that is a single character; "?" if there is none.
    ///
    /// Title case rather than upper case: it does not change scripts that have no capitals at the start of a name.
    static func initial(of name: String) -> String {
        guard let first = name.first, let scalar = first.unicodeScalars.first else { return "?" }
        if first.isASCII { return first.uppercased() }
        var capital = String.UnicodeScalarView(scalar.properties.titlecaseMapping.unicodeScalars)
        capital.append(contentsOf: first.unicodeScalars.dropFirst())
        let text = String(capital)
        return text.count == 1 ? text : String(first)
    }

    /// Whether the name is printable ASCII with single spaces: most names need no cleaning.
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
    /// Whether it is visible on its own, unlike a joiner or a variation selector.
    fileprivate var isVisible: Bool {
        !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace
    }
}
