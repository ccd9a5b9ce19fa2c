/// What a text field takes: how long, on how many lines, and what becomes of characters that do not show.
public struct TextForm: Hashable, Sendable {
    public enum Lines: Hashable, Sendable {
        /// Line breaks become spaces.
        case one
        /// Line breaks stay, with at most one empty line between paragraphs.
        case several
    }

    public enum Hidden: Hashable, Sendable {
        case stripped, refused
    }

    /// Grapheme clusters, after cleaning.
    public var characters: ClosedRange<Int>
    /// UTF-8 bytes, after cleaning.
    public var bytes: Int
    public var lines: Lines
    public var hidden: Hidden

    public init(characters: ClosedRange<Int>, bytes: Int, lines: Lines = .one, hidden: Hidden = .stripped) {
        self.characters = characters
        self.bytes = bytes
        self.lines = lines
        self.hidden = hidden
    }

    /// The same form, for a field that may also stay empty.
    public var orEmpty: TextForm {
        var form = self
        form.characters = 0...characters.upperBound
        return form
    }

    /// The text as it is kept: NFC, whitespace folded and trimmed, without what does not show. Text that
    /// is to be refused for what does not show comes back as it is.
    public func cleaned(_ text: String) -> String {
        hidden == .refused && TextSafety.hasHiddenCharacters(text) ? text : TextSafety.cleaned(text, lines: lines)
    }
}
