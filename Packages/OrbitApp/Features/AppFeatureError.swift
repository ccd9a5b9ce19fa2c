public import OrbitModels

/// The reason why ``AppFeatures`` refuses a feature.
///
/// The owner of a name is the feature that has it already; it can be the same feature.
@nonexhaustive public enum AppFeatureError: Error, Hashable, Sendable {
    /// The name of a feature or the prefix of a route is invalid. A name has 1 to 64 lower-case letters, digits,
    /// hyphens and underscores.
    case invalidName(String, feature: String)
    /// Two features have the same name.
    case repeatedName(String)
    /// The prefix of a route equals the prefix of another route, or the name of a tab.
    case repeatedPrefix(String, feature: String, owner: String)
    /// The data of a kind of event would have two types.
    case repeatedEvent(EventKind, feature: String, owner: String)
    /// A word or a sentence would have two meanings. The text is its key, such as `notice_kind.event`.
    case repeatedWord(String, feature: String, owner: String)
    /// Two features have models of the same type.
    case repeatedModels(feature: String, owner: String)
    /// The catalogue of failures has `words` or `otherwise`, which would replace those of the app.
    case misplacedWords(feature: String)
}

extension AppFeatureError: TranslatableError {
    /// The sentences about features that cannot be added.
    public static let vocabulary = Vocabulary(
        "app_feature_error",
        [
            "invalid_name":
                "The feature {feature} uses the name {name}. Use 1 to 64 lower-case letters, digits, - and _.",
            "repeated_name": "Two features have the name {name}. Rename one of them.",
            "repeated_prefix":
                "The feature {feature} has the route prefix {name}, which {owner} has already. Choose another prefix.",
            "repeated_event":
                "The feature {feature} has the event {name}, which {owner} has already. Leave it out or rename it.",
            "repeated_word":
                "The feature {feature} has the word {name}, which {owner} has already. Rename its vocabulary or code.",
            "repeated_models":
                "The feature {feature} has the models of {owner}. Make a type of models for each feature.",
            "misplaced_words":
                "The failures of the feature {feature} have words or otherwise. Move the words to its vocabularies.",
        ])

    /// Returns what to do next.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .invalidName(let name, let feature):
            sentence("invalid_name", ["name": .text(name), "feature": .text(feature)], in: words)
        case .repeatedName(let name): sentence("repeated_name", ["name": .text(name)], in: words)
        case .repeatedPrefix(let prefix, let feature, let owner):
            sentence("repeated_prefix", Self.values(prefix, feature, owner), in: words)
        case .repeatedEvent(let kind, let feature, let owner):
            sentence("repeated_event", Self.values(kind.rawValue, feature, owner), in: words)
        case .repeatedWord(let key, let feature, let owner):
            sentence("repeated_word", Self.values(key, feature, owner), in: words)
        case .repeatedModels(let feature, let owner):
            sentence("repeated_models", ["feature": .text(feature), "owner": .text(owner)], in: words)
        case .misplacedWords(let feature): sentence("misplaced_words", ["feature": .text(feature)], in: words)
        }
    }

    private func sentence(_ code: String, _ values: [String: ParameterValue], in words: LocalizedStrings) -> String {
        words.sentence(code, in: Self.vocabulary, values)
    }

    private static func values(_ name: String, _ feature: String, _ owner: String) -> [String: ParameterValue] {
        ["name": .text(name), "feature": .text(feature), "owner": .text(owner)]
    }
}
