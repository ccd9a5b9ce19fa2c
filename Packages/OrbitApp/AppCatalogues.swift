public import OrbitModels
public import Validation

extension MessageCatalogue {
    /// What the app says in English: of the profile, of meetups, of ratings, of safety, and of everything else.
    ///
    /// `AppFeatures.catalogue` has the sentences of features from other packages as well.
    public static let app = AppFeatures.app.catalogue
}

extension Vocabulary {
    /// All that the app shows, so that a test of a front end can ask what its language lacks:
    ///
    /// ```swift
    /// #expect(MessageCatalogue.german.missing(from: .app, Vocabulary.app).isEmpty)
    /// ```
    public static let app = AppFeatures.app.vocabularies
}
