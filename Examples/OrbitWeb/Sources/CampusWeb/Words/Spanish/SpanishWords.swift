import OrbitApp
import OrbitModels
import Validation

/// The Spanish texts of OrbitKit, by the name of the vocabulary and the code of the text.
enum SpanishWords {
    /// All texts. The texts of this front end are in `PageWord`.
    static let words: LocalizedStrings = {
        var templates: [LocalizationKey: MessageTemplate] = [:]
        for (name, template) in [common, people, profile, chat, meetups, safety, trust].flatMap({ $0 }) {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            templates[LocalizationKey(parts[0], parts[1])] = template
        }
        for word in PageWord.allCases {
            templates[LocalizationKey(PageWord.vocabulary.name, word.rawValue)] = word.spanish
        }
        return LocalizedStrings(templates)
    }()
}

extension MessageCatalogue {
    /// The Spanish texts over those of the app. A text without a translation is English.
    static let spanishApp = MessageCatalogue.app.overlaid(
        with: MessageCatalogue(
            templates: SpanishWords.failures,
            templatesByForm: SpanishWords.failuresByForm.merging(SpanishWords.chatFailures) { $1 },
            words: SpanishWords.words, otherwise: "Revisa esto e inténtalo de nuevo."))
}
