public import OrbitModels
public import Validation

/// The rules of __words_names__, for the form and the server alike.
public enum __Name__Rules {
    /// The maximum number of elements of one person.
    public static let maxElements = 50
    /// The maximum number of characters of the text.
    public static let maxCharacters = 280
    /// The allowed length of the text, on one or more lines.
    public static let text = TextForm(characters: 1...maxCharacters, bytes: 8 * maxCharacters, lines: .several)

    /// Returns the failures that keep the request from being sent. A path is the name of a JSON member in the request.
    public static func failures(in request: New__Name__Request) -> [FieldFailure] {
        Rule<String>.text(text).failures(in: request.text).under("text").blocking
    }
}
