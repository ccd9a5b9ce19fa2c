import OrbitModels
import Validation

/// The names that features have, each with the feature that has it.
struct FeatureNames {
    private var features: Set<String> = []
    private var prefixes: [String: String] = [:]
    private var kinds: [EventKind: String] = [:]
    private var words: [MissingTranslation: String] = [:]
    private var models: [ObjectIdentifier: String] = [:]

    /// The maximum number of bytes of a name.
    private static let maxBytes = 64
    /// The kinds of the log itself, which have no data.
    private static let reservedKinds: [EventKind] = [.personHidden, .personShown, .void]

    /// Reads the names of the app's own features without checking them, because several of these features have the
    /// event `person.changed`.
    init(of builtIn: [AppFeature]) {
        for kind in Self.reservedKinds { kinds[kind] = "app" }
        for feature in builtIn {
            features.insert(feature.name)
            for prefix in feature.prefixes { prefixes[prefix] = feature.name }
            for kind in feature.events.kinds { kinds[kind] = feature.name }
            for key in feature.wordKeys { words[key] = feature.name }
        }
    }

    /// Adds the names of a feature.
    ///
    /// - Throws: The first name that is invalid or that a feature has already.
    mutating func add(_ feature: AppFeature) throws(AppFeatureError) {
        let name = feature.name
        try Self.check(name, of: name)
        guard features.insert(name).inserted else { throw .repeatedName(name) }
        guard feature.failures.words.templates.isEmpty, feature.failures.otherwise == nil else {
            throw .misplacedWords(feature: name)
        }
        for prefix in feature.prefixes {
            try Self.check(prefix, of: name)
            if let owner = prefixes.updateValue(name, forKey: prefix) {
                throw .repeatedPrefix(prefix, feature: name, owner: owner)
            }
        }
        for kind in feature.events.kinds.sorted(by: { $0.rawValue < $1.rawValue }) where !feature.sharesKind(kind) {
            let owner = kinds.updateValue(name, forKey: kind)
            if let owner { throw .repeatedEvent(kind, feature: name, owner: owner) }
            guard !feature.events.repeatedKinds.contains(kind) else {
                throw .repeatedEvent(kind, feature: name, owner: name)
            }
        }
        for key in feature.wordKeys.sorted(by: { $0.description < $1.description }) {
            if let owner = words.updateValue(name, forKey: key) {
                throw .repeatedWord(key.description, feature: name, owner: owner)
            }
        }
        if let made = feature.models, let owner = models.updateValue(name, forKey: made.type) {
            throw .repeatedModels(feature: name, owner: owner)
        }
    }

    private static func check(_ name: String, of feature: String) throws(AppFeatureError) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isName, (1...maxBytes).contains(name.utf8.count) else { throw .invalidName(name, feature: feature) }
    }
}

extension AppFeature {
    /// Whether several features may have this kind of event. This applies only to `person.changed`, if the feature
    /// reads it as `ChangedPerson`.
    fileprivate func sharesKind(_ kind: EventKind) -> Bool {
        guard kind == .personChanged, let type = events.type(of: kind) else { return false }
        return ObjectIdentifier(type) == ObjectIdentifier(ChangedPerson.self)
    }
}
