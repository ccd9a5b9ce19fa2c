/// Cleans text that other people have typed, for display on a single line.
public enum SingleLine {
    private static let scalarsPerCharacter = 16

    /// Returns the text on a single line, truncated to a maximum length. Each run of white space becomes one space.
    ///
    /// Control characters, explicit direction controls, and characters that are invisible on their own are removed.
    ///
    /// - Parameters:
    ///   - name: The text.
    ///   - longest: The maximum number of characters, including spaces. Each character has at most 16 scalars.
    public static func cleaned(_ name: String, longest: Int = 64) -> String {
        guard longest > 0 else { return "" }
        if isPlain(name, longest: longest) { return name }
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
            length += words.count > 1 && words[words.count - 1].isEmpty ? 2 : 1  // with the space before a word
            if length > longest { break }
            words[words.count - 1].append(contentsOf: String(kept))
        }
        return words.filter { !$0.isEmpty }.map { String($0) }.joined(separator: " ")
    }

    /// Whether the name is printable ASCII with single spaces. Most names are, and need no cleaning.
    private static func isPlain(_ name: String, longest: Int) -> Bool {
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
    /// Whether the scalar is visible on its own, unlike a joiner or a variation selector.
    fileprivate var isVisible: Bool {
        !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace
    }
}
