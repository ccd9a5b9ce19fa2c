/// The texts of a front end by key. Missing texts are taken from the English texts of each ``Vocabulary``.
///
/// ```swift
/// let german = LocalizedStrings([LocalizationKey("poke_note", "coffee"): "Kaffee?"])
/// german(PokeNote.coffee)                       // "Kaffee?"
/// german(PokeNote.hello)                        // "Hello!", as there is no German word for it yet
/// german(PokeNote(rawValue: "night_walk"))      // "Night walk": a value of a newer server stays readable
/// german.missing(from: [PokeNote.vocabulary])   // the keys that are still to be translated
/// ```
public struct LocalizedStrings: Sendable {
    /// The front end's own words.
    public var templates: [LocalizationKey: MessageTemplate]

    /// Creates a table of texts. Without arguments, all texts are English.
    public init(_ templates: [LocalizationKey: MessageTemplate] = [:]) {
        self.templates = templates
    }

    /// A table without texts of a front end, which returns the English texts of each vocabulary.
    public static let english = LocalizedStrings()

    /// Returns the text for a value. It is never empty for a value with a code.
    public func callAsFunction(_ value: some LocalizedTextConvertible) -> String {
        let vocabulary = type(of: value).vocabulary
        return text(value.localizationCode, in: vocabulary) ?? value.fallbackText
    }

    /// Returns the sentence with a code. Returns `nil` if neither the front end nor the vocabulary has it, or if a
    /// required parameter is missing.
    ///
    /// - Parameters:
    ///   - code: The code of the sentence.
    ///   - vocabulary: The vocabulary of the code.
    ///   - parameters: The values of the parameters in braces.
    public func text(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String? {
        own(code, in: vocabulary, parameters) ?? vocabulary.english[code]?(parameters)
    }

    /// Returns the sentence with a code, or the readable form of the code if there is no text.
    ///
    /// - Parameters:
    ///   - code: The code of the sentence.
    ///   - vocabulary: The vocabulary of the code.
    ///   - parameters: The values of the parameters in braces.
    public func sentence(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String {
        text(code, in: vocabulary, parameters) ?? Self.readable(code)
    }

    /// Returns the front end's own sentence with a code, or `nil`. It does not use the vocabulary's English texts.
    ///
    /// - Parameters:
    ///   - code: The code of the sentence.
    ///   - vocabulary: The vocabulary of the code.
    ///   - parameters: The values of the parameters in braces.
    public func own(
        _ code: String, in vocabulary: Vocabulary, _ parameters: [String: ParameterValue] = [:]
    ) -> String? {
        templates[LocalizationKey(vocabulary.name, code)]?(parameters)
    }

    /// Returns these texts, replaced by those of `other` for the keys that `other` has.
    public func overlaid(with other: LocalizedStrings) -> LocalizedStrings {
        LocalizedStrings(templates.merging(other.templates) { $1 })
    }

    /// Returns the keys of the vocabularies that have no text here and are shown in English.
    public func missing(from vocabularies: [Vocabulary]) -> [LocalizationKey] {
        vocabularies.flatMap(\.keys).filter { templates[$0] == nil }
    }

    /// The names of the days for lists of hours.
    public var weekdayNames: WeekdayNames {
        WeekdayNames(
            short: Weekday.allCases.map { text($0.key, in: Weekday.shortVocabulary) ?? $0.key },
            long: Weekday.allCases.map { self($0) }) ?? .english
    }

    /// Returns a code of up to 64 characters as text: `language_exchange` becomes `Language exchange`. Longer codes are
    /// cut.
    static func readable(_ code: String) -> String {
        let words = code.prefix(64).split { $0 == "_" || $0 == "-" || $0 == "." || $0.isWhitespace }
            .joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

/// A text with parameters. It is a template, or a function if a language needs more than a template, such as a plural.
///
/// A template contains the names of parameters in braces: `"Choose at least {min}."`
public struct MessageTemplate: Sendable, ExpressibleByStringLiteral {
    private let words: @Sendable ([String: ParameterValue]) -> String?

    /// Creates a template with names of parameters in braces.
    public init(stringLiteral template: String) {
        self.init(template: template)
    }

    /// Creates a template from a text of a file or a localisation table.
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

    /// Creates a text from a function of the parameters, for example for a plural. The function returns `nil` if a
    /// required parameter is missing.
    public init(_ words: @escaping @Sendable ([String: ParameterValue]) -> String?) {
        self.words = words
    }

    /// Returns the text with the values of the parameters, or `nil` if a required parameter is missing.
    public func callAsFunction(_ parameters: [String: ParameterValue]) -> String? { words(parameters) }
}
