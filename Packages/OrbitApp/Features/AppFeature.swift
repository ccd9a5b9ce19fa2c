public import OrbitModels
public import Validation

/// A feature that a package adds to the app: events, words, routes, and the models of the user who is signed in.
///
/// ```swift
/// extension AppFeature {
///     public static let notices = AppFeature(
///         "notices", events: .notices, vocabularies: [NoticeKind.vocabulary],
///         emptyLists: [.notices: "There are no notices."],
///         routes: [NoticeRoute.self]
///     ) { NoticesModels($0) }
/// }
/// let app = AppModel(environment, features: try AppFeatures([.notices]))
/// await app.user?.models(of: NoticesModels.self)?.board().load()
/// ```
///
/// The package `Tests/Consumers/Notices` has the whole feature. ``AppFeatures`` checks that no name is taken. The
/// features of this repository are values of this type as well.
public struct AppFeature: Sendable {
    /// The name in files and errors, unique among all features.
    public let name: String

    let events: EventCatalogue
    let vocabularies: [Vocabulary]
    let emptyLists: KeyValuePairs<ListName, MessageTemplate>
    let failures: MessageCatalogue
    let routes: [any FeatureRoute.Type]
    /// The first segments of the paths of its places.
    let prefixes: [String]
    let models: Models?

    /// The models of one user.
    struct Models: Sendable {
        /// The type by which a front end requests the models.
        let type: ObjectIdentifier
        let make: @MainActor @Sendable (SignedInContext) -> any FeatureModels
    }

    /// Creates a feature with models.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 lower-case letters, digits, hyphens and underscores.
    ///   - events: The kinds of events of the feature, with the types of their data. Leave out kinds of other features.
    ///   - vocabularies: The words for values and the sentences of the feature, in English.
    ///   - emptyLists: The English sentences for empty lists and values.
    ///   - failures: The English sentences for failures of forms. Leave out `words` and `otherwise`.
    ///   - routes: The types of routes, each with a prefix of its own.
    ///   - models: Makes the models, once for each session.
    public init<Made: FeatureModels>(
        _ name: String, events: EventCatalogue = EventCatalogue(), vocabularies: [Vocabulary] = [],
        emptyLists: KeyValuePairs<ListName, MessageTemplate> = [:], failures: MessageCatalogue = MessageCatalogue(),
        routes: [any FeatureRoute.Type] = [], models: @escaping @MainActor @Sendable (SignedInContext) -> Made
    ) {
        self.init(
            name, events: events, vocabularies: vocabularies, emptyLists: emptyLists, failures: failures,
            routes: routes, prefixes: routes.map { $0.prefix },
            models: Models(type: ObjectIdentifier(Made.self), make: { models($0) }))
    }

    /// Creates a feature without models, such as a feature that adds only words or a route.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 lower-case letters, digits, hyphens and underscores.
    ///   - events: The kinds of events of the feature, with the types of their data. Leave out kinds of other features.
    ///   - vocabularies: The words for values and the sentences of the feature, in English.
    ///   - emptyLists: The English sentences for empty lists and values.
    ///   - failures: The English sentences for failures of forms. Leave out `words` and `otherwise`.
    ///   - routes: The types of routes, each with a prefix of its own.
    public init(
        _ name: String, events: EventCatalogue = EventCatalogue(), vocabularies: [Vocabulary] = [],
        emptyLists: KeyValuePairs<ListName, MessageTemplate> = [:], failures: MessageCatalogue = MessageCatalogue(),
        routes: [any FeatureRoute.Type] = []
    ) {
        self.init(
            name, events: events, vocabularies: vocabularies, emptyLists: emptyLists, failures: failures,
            routes: routes, prefixes: routes.map { $0.prefix }, models: nil)
    }

    /// Creates a feature of the app, whose places are cases of ``AppSheet`` and ``HomeTab``.
    init(
        builtIn name: String, events: EventCatalogue = EventCatalogue(), vocabularies: [Vocabulary],
        emptyLists: KeyValuePairs<ListName, MessageTemplate> = [:], failures: MessageCatalogue = MessageCatalogue(),
        prefixes: [String] = []
    ) {
        self.init(
            name, events: events, vocabularies: vocabularies, emptyLists: emptyLists, failures: failures, routes: [],
            prefixes: prefixes, models: nil)
    }

    private init(
        _ name: String, events: EventCatalogue, vocabularies: [Vocabulary],
        emptyLists: KeyValuePairs<ListName, MessageTemplate>, failures: MessageCatalogue,
        routes: [any FeatureRoute.Type], prefixes: [String], models: Models?
    ) {
        self.name = name
        self.events = events
        self.vocabularies = vocabularies
        self.emptyLists = emptyLists
        self.failures = failures
        self.routes = routes
        self.prefixes = prefixes
        self.models = models
    }
}

extension AppFeature {
    /// The keys of all words, including duplicates.
    var wordKeys: [MissingTranslation] {
        var keys = vocabularies.flatMap(\.keys).map(MissingTranslation.word)
        keys += emptyListKeys.map { .word($0.key) }
        keys += failures.templates.keys.map { .failure($0) }
        for (form, fields) in failures.templatesByForm {
            for (path, codes) in fields { keys += codes.keys.map { .field(form, path, $0) } }
        }
        return keys
    }

    /// The sentences for empty lists by the keys under which `LocalizedStrings.empty(_:)` finds them.
    var emptyListKeys: [(key: LocalizationKey, template: MessageTemplate)] {
        emptyLists.map { (LocalizationKey(Vocabulary.emptyLists.name, $0.key.rawValue), $0.value) }
    }
}
