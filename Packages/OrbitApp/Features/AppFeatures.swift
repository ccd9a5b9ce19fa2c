public import Foundation
public import OrbitModels
public import Validation

/// The features of an app: those of this repository, and those that other packages add.
///
/// ```swift
/// do {
///     let features = try AppFeatures([.notices])
///     app = AppModel(environment, features: features)
/// } catch {
///     report(error)                      // what to rename
///     app = AppModel(environment)        // the app without the feature
/// }
/// ```
public struct AppFeatures: Sendable {
    /// The features of this repository alone.
    public static let app = AppFeatures(checked: [])

    /// The English sentences for all failures and empty lists.
    public let catalogue: MessageCatalogue
    /// The words and sentences of all features. A test uses them to find the words that a translation lacks:
    ///
    /// ```swift
    /// #expect(MessageCatalogue.german.missing(from: features.catalogue, features.vocabularies).isEmpty)
    /// ```
    public let vocabularies: [Vocabulary]

    /// The features from other packages.
    let added: [AppFeature]
    /// The words of the features from other packages. The words of a front end take precedence over them.
    let addedCatalogue: MessageCatalogue
    let events: EventCatalogue
    /// The types of routes by prefix.
    let routes: [String: any FeatureRoute.Type]

    /// Adds features to those of this repository.
    ///
    /// - Throws: The first reason why a feature cannot be added.
    public init(_ features: [AppFeature]) throws(AppFeatureError) {
        var names = FeatureNames(of: AppFeature.builtIn)
        for feature in features { try names.add(feature) }
        self.init(checked: features)
    }

    private init(checked added: [AppFeature]) {
        let all = AppFeature.builtIn + added
        self.added = added
        vocabularies = all.flatMap(\.vocabularies) + [Vocabulary(emptyListsOf: all)]
        events = EventCatalogue(joining: all.map(\.events))
        routes = Dictionary(added.flatMap(\.routes).map { ($0.prefix, $0) }) { first, _ in first }
        addedCatalogue = Self.joined(added)
        catalogue = Self.joined(AppFeature.builtIn).overlaid(with: addedCatalogue)
    }

    private static func joined(_ features: [AppFeature]) -> MessageCatalogue {
        features.reduce(MessageCatalogue()) { catalogue, feature in
            let sentences = LocalizedStrings(feature.emptyListKeys.reduce(into: [:]) { $0[$1.key] = $1.template })
            return catalogue.overlaid(with: feature.failures)
                .overlaid(with: MessageCatalogue(words: sentences))
        }
    }
}

extension AppFeatures {
    /// Returns a decoder that reads an ``AppNavigation`` with the places of these features.
    ///
    /// Without it, a state with a place of a feature from another package does not decode.
    public func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.appFeatures { decoder.userInfo[key] = self }
        return decoder
    }
}

extension Decoder {
    /// The features that created this decoder with ``AppFeatures/decoder()``. For any other decoder, they are the
    /// features of this repository.
    var appFeatures: AppFeatures {
        CodingUserInfoKey.appFeatures.flatMap { userInfo[$0] as? AppFeatures } ?? .app
    }
}

extension CodingUserInfoKey {
    fileprivate static let appFeatures = CodingUserInfoKey(rawValue: "orbit.app-features")
}
