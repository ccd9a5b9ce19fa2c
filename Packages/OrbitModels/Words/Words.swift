/// What a front end calls things: words by key, with the English of each ``Vocabulary`` behind them.
///
/// ```swift
/// let german = Words([WordKey("poke_note", "coffee"): "Kaffee?"])
/// german(PokeNote.coffee)                       // "Kaffee?"
/// german(PokeNote.hello)                        // "Hello!", as there is no German word for it yet
/// german(PokeNote(rawValue: "night_walk"))      // "Night walk": a value of a newer server stays readable
/// german.missing(from: [PokeNote.vocabulary])   // the keys that are still to be translated
/// ```
public struct Words: Sendable {
    /// The front end's own words.
    public var templates: [WordKey: MessageTemplate]

    /// Creates words; without arguments, English.
    public init(_ templates: [WordKey: MessageTemplate] = [:]) {
        self.templates = templates
    }

    /// The English of each vocabulary.
    public static let english = Words()

    /// The words for a value. Never empty for a value with a code.
    public func callAsFunction(_ value: some Worded) -> String {
        let vocabulary = type(of: value).vocabulary
        return text(value.wordCode, in: vocabulary) ?? value.wordFallback
    }

    /// The sentence with this code; `nil` if neither the front end nor the vocabulary has it, or if a parameter that
    /// it needs is missing.
    public func text(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String? {
        own(code, in: vocabulary, parameters) ?? vocabulary.english[code]?(parameters)
    }

    /// The sentence with this code, for vocabularies that have it; without words, the code in readable form.
    public func sentence(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String {
        text(code, in: vocabulary, parameters) ?? Self.readable(code)
    }

    /// The front end's own sentence with this code, without the English of the vocabulary behind it.
    public func own(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String? {
        templates[WordKey(vocabulary.name, code)]?(parameters)
    }

    /// These words, with the other's where it has any.
    public func overlaid(with other: Words) -> Words {
        Words(templates.merging(other.templates) { $1 })
    }

    /// The keys of these vocabularies that have no words here and are shown in English.
    public func missing(from vocabularies: [Vocabulary]) -> [WordKey] {
        vocabularies.flatMap(\.keys).filter { templates[$0] == nil }
    }

    /// The days as hours are written with them.
    public var weekdayNames: WeekdayNames {
        WeekdayNames(
            short: Weekday.allCases.map { text($0.key, in: Weekday.shortVocabulary) ?? $0.key },
            long: Weekday.allCases.map { self($0) }) ?? .english
    }

    /// `language_exchange` as `Language exchange`, at most 64 characters of it.
    static func readable(_ code: String) -> String {
        let words = code.prefix(64).split { $0 == "_" || $0 == "-" || $0 == "." || $0.isWhitespace }
            .joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

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
