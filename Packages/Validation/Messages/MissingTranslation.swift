public import OrbitModels

/// A value, sentence or failure without a text in a translation.
public enum MissingTranslation: Hashable, Sendable {
    /// A value or sentence of a vocabulary.
    case word(LocalizationKey)
    /// A failure, in any form.
    case failure(FailureCode)
    /// A failure of a field of one form.
    case field(FormName, String, FailureCode)
    /// The sentence for failures of a newer server.
    case otherwise
}

extension MissingTranslation: CustomStringConvertible {
    /// The key as text: `poke_note.coffee` for a word, `required` for a failure, and `profile/name/required` for a
    /// field.
    public var description: String {
        switch self {
        case .word(let key): key.description
        case .failure(let code): code.rawValue
        case .field(let form, let path, let code): "\(form.rawValue)/\(path)/\(code.rawValue)"
        case .otherwise: "otherwise"
        }
    }
}

extension MessageCatalogue {
    /// Returns every key for which this catalogue has no text of its own, sorted by description.
    ///
    /// Call it on the translation itself, because a catalogue that is laid over the original also has the original's
    /// texts.
    ///
    /// - Parameters:
    ///   - original: The catalogue to translate.
    ///   - vocabularies: The vocabularies to translate.
    public func missing(from original: MessageCatalogue, _ vocabularies: [Vocabulary]) -> [MissingTranslation] {
        var missing = words.missing(from: vocabularies).map(MissingTranslation.word)
        missing += original.templates.keys.filter { templates[$0] == nil }.map(MissingTranslation.failure)
        for (form, fields) in original.templatesByForm {
            for (path, codes) in fields {
                missing += codes.keys.filter { templatesByForm[form]?[path]?[$0] == nil }
                    .map { .field(form, path, $0) }
            }
        }
        if original.otherwise != nil, otherwise == nil { missing.append(.otherwise) }
        return missing.sorted { $0.description < $1.description }
    }
}
