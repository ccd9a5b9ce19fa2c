import OrbitModels
import Validation

/// A pseudo-language: the English texts with accents, 40 % longer. A screen in this language shows its assumptions about
/// the length and the letters of texts.
enum PseudoLanguage {
    private static let letters: [Character: Character] = [
        "a": "á", "c": "ç", "e": "é", "i": "í", "n": "ñ", "o": "ó", "u": "ú", "y": "ý", "A": "Á", "E": "É", "I": "Í",
        "O": "Ó", "U": "Ú", "Y": "Ý",
    ]
    private static let filler = Array("áéíóú ñüç ")

    /// Returns a catalogue with all texts of another catalogue.
    ///
    /// - Parameters:
    ///   - catalogue: The texts.
    ///   - vocabularies: The vocabularies with the texts that the catalogue takes from them.
    static func catalogue(of catalogue: MessageCatalogue, _ vocabularies: [Vocabulary]) -> MessageCatalogue {
        var words = catalogue.words
        for vocabulary in vocabularies {
            for (code, english) in vocabulary.english {
                let key = LocalizationKey(vocabulary.name, code)
                words.templates[key] = template(words.templates[key] ?? english)
            }
        }
        return MessageCatalogue(
            templates: catalogue.templates.mapValues { template($0) },
            templatesByForm: catalogue.templatesByForm.mapValues { fields in
                fields.mapValues { codes in codes.mapValues { template($0) } }
            },
            words: words, otherwise: catalogue.otherwise.map { text($0, keeping: []) })
    }

    /// Returns a template with the same parameters, whose values stay as they are.
    static func template(_ template: MessageTemplate) -> MessageTemplate {
        MessageTemplate { parameters in
            template(parameters).map { text($0, keeping: parameters.values.map(\.description)) }
        }
    }

    /// Returns a text with accents, except for some parts, and with further letters at its end.
    private static func text(_ text: String, keeping parts: [String]) -> String {
        let parts = parts.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        var (result, rest) = ("", text[...])
        while let letter = rest.first {
            if let part = parts.first(where: { rest.hasPrefix($0) }) {
                result += part
                rest = rest.dropFirst(part.count)
            } else {
                result.append(letters[letter] ?? letter)
                rest = rest.dropFirst()
            }
        }
        result += " "
        for place in 0..<(2 * text.count + 4) / 5 { result.append(filler[place % filler.count]) }
        return result
    }
}
