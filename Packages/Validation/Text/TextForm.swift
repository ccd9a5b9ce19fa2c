/// What a text field accepts: length, number of lines, and how invisible characters are treated.
public struct TextForm: Hashable, Sendable {
    /// Whether line breaks are kept.
    public enum Lines: Hashable, Sendable {
        /// Line breaks become spaces.
        case one
        /// Line breaks are kept, with at most one empty line between paragraphs.
        case several
    }

    /// How invisible characters are treated.
    public enum Hidden: Hashable, Sendable {
        /// `stripped` removes them; `refused` fails with `hidden_characters`.
        case stripped, refused
    }

    /// The allowed number of grapheme clusters, after cleaning.
    public var characters: ClosedRange<Int>
    /// The maximum number of UTF-8 bytes, after cleaning.
    public var bytes: Int
    /// Whether line breaks are kept.
    public var lines: Lines
    /// How invisible characters are treated.
    public var hidden: Hidden

    /// The maximum number of UTF-8 bytes before cleaning. A longer text is refused before anything else is computed of it.
    ///
    /// A character within ``bytes`` may take more bytes as it is typed: a decomposed Hangul syllable takes 9 instead of 3,
    /// and cleaning removes marks, joiners and spaces. 16 bytes per character admit a text of decomposed Hangul, of flags
    /// (8), of Thai syllables (3 to 9) or of emoji with a skin tone (8). A family takes 25 to 41, so twice ``bytes`` are
    /// admitted as well.
    public var maxTypedBytes: Int { max(2 * bytes, 16 * characters.upperBound) }

    /// Creates a form.
    public init(characters: ClosedRange<Int>, bytes: Int, lines: Lines = .one, hidden: Hidden = .stripped) {
        self.characters = characters
        self.bytes = bytes
        self.lines = lines
        self.hidden = hidden
    }

    /// The same form for an optional field.
    public var orEmpty: TextForm {
        var form = self
        form.characters = 0...characters.upperBound
        return form
    }

    /// The text as it is stored: NFC, whitespace folded and trimmed, without invisible characters. Returns text that
    /// will be refused for invisible characters, or for more than ``maxTypedBytes``, unchanged.
    public func cleaned(_ text: String) -> String {
        guard isReadable(text) else { return text }
        return hidden == .refused && TextSafety.hasHiddenCharacters(text)
            ? text : TextSafety.cleaned(text, lines: lines)
    }

    /// Whether the text has at most ``maxTypedBytes``.
    package func isReadable(_ text: String) -> Bool { text.utf8.count <= maxTypedBytes }
}
