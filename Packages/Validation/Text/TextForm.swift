/// The accepted form of a text field: its length, its lines and the treatment of invisible characters.
public struct TextForm: Hashable, Sendable {
    /// The treatment of line breaks.
    public enum Lines: Hashable, Sendable {
        /// Line breaks become spaces.
        case one
        /// Line breaks are kept, with at most one empty line between paragraphs.
        case several
    }

    /// The treatment of invisible characters.
    public enum Hidden: Hashable, Sendable {
        /// The case `stripped` removes invisible characters; `refused` fails with `hidden_characters`.
        case stripped, refused
    }

    /// The allowed number of grapheme clusters, after cleaning.
    public var characters: ClosedRange<Int>
    /// The maximum number of UTF-8 bytes, after cleaning.
    public var bytes: Int
    /// The treatment of line breaks.
    public var lines: Lines
    /// The treatment of invisible characters.
    public var hidden: Hidden

    /// The maximum number of UTF-8 bytes before cleaning. A longer text is refused before any other computation.
    ///
    /// The typed text may have more bytes than the cleaned text. For example, a decomposed Hangul syllable has 9 bytes
    /// instead of 3, and cleaning removes marks, joiners and spaces. The limit is therefore 16 bytes per allowed
    /// character, or twice ``bytes`` if that is more. 16 bytes admit decomposed Hangul, flags (8), Thai syllables (3 to
    /// 9) and emoji with a skin tone (8). A family emoji has 25 to 41 bytes, so twice ``bytes`` are admitted too.
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

    /// Returns the text in its stored form: NFC, with whitespace folded and trimmed, and without invisible characters.
    ///
    /// A text that will be refused is returned unchanged. Such a text has more than ``maxTypedBytes``, or has invisible
    /// characters that ``hidden`` refuses.
    public func cleaned(_ text: String) -> String {
        guard isReadable(text) else { return text }
        return hidden == .refused && TextSafety.hasHiddenCharacters(text)
            ? text : TextSafety.cleaned(text, lines: lines)
    }

    /// Whether the text has at most ``maxTypedBytes``.
    package func isReadable(_ text: String) -> Bool { text.utf8.count <= maxTypedBytes }
}
