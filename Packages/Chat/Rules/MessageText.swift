public import Validation

/// The rules of the text of a message, for clients before sending and for the server.
///
/// The text has 1 to 2,000 characters and at most 8,000 bytes after cleaning. Cleaning removes invisible characters,
/// and combining marks beyond the eighth on a letter. A text without a visible character is refused.
public enum MessageText {
    /// The form of the text.
    public static let form = TextForm(characters: ChatLimits.text, bytes: ChatLimits.textBytes, lines: .several)

    /// Returns the text in the form in which it is stored and shown.
    ///
    /// - Throws: `ValidationError.invalid` with the path `text`.
    /// - Complexity: O(*n*) in the length of the text. A text over `form.maxTypedBytes` takes no time.
    public static func checked(_ text: String) throws(ValidationError) -> String {
        let failures = Rule<String>.text(form).failures(in: text).under("text").blocking
        guard failures.isEmpty else { throw .invalid(failures) }
        return form.cleaned(text)
    }

    /// Returns the beginning of a checked text on one line, with at most ``ChatLimits/excerpt`` characters. A shortened
    /// text ends with an ellipsis.
    public static func excerpt(of text: String) -> String {
        // The limit of scalars bounds the work for a text whose characters have many scalars.
        let start = String(text.unicodeScalars.prefix(ChatLimits.excerpt * 8))
        let line = TextSafety.cleaned(start, lines: .one)
        guard line.count > ChatLimits.excerpt || start.utf8.count < text.utf8.count else { return line }
        return String(line.prefix(ChatLimits.excerpt - 1)) + "…"
    }
}
