/// The words for one thing: a template, or a function where a language needs more than that, such as a plural.
///
/// A template names parameters in braces: `"Choose at least {min}."`
public struct MessageTemplate: Sendable, ExpressibleByStringLiteral {
    private let words: @Sendable ([String: ParameterValue]) -> String?

    /// A template that names parameters in braces.
    public init(stringLiteral template: String) {
        self.init(template: template)
    }

    /// A template from a file or a localisation table.
    public init(template: String) {
        let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
        words = { parameters in
            var text = String(pieces.first ?? "")
            for piece in pieces.dropFirst() {
                guard let brace = piece.firstIndex(of: "}"), let value = parameters[String(piece[..<brace])]
                else { return nil }
                text += value.description + piece[piece.index(after: brace)...]
            }
            return text
        }
    }

    /// Words that depend on the parameters, for instance on a plural; `nil` if they cannot be said without more.
    public init(_ words: @escaping @Sendable ([String: ParameterValue]) -> String?) {
        self.words = words
    }

    /// The words with the parameters in place; `nil` if a parameter that they need is missing.
    public func callAsFunction(_ parameters: [String: ParameterValue]) -> String? { words(parameters) }
}
