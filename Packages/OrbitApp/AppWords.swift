public import OrbitModels
public import Validation

extension MessageCatalogue {
    /// The English sentences of the app: those of the profile, meetups, ratings, safety, and all other parts.
    ///
    /// `AppFeatures.catalogue` has the sentences of features from other packages as well.
    public static let app = AppFeatures.app.catalogue
}

extension Vocabulary {
    /// The vocabularies of the app. A test of a front end uses them to find the words that its language lacks:
    ///
    /// ```swift
    /// #expect(MessageCatalogue.german.missing(from: .app, Vocabulary.app).isEmpty)
    /// ```
    public static let app = AppFeatures.app.vocabularies

    /// The sentences of a person's sheet.
    public static let personSheet = Vocabulary(
        "person_sheet",
        ["blocking": "You are blocking this person.", "blocked": "You have blocked this person."])

    /// The names of people and the titles of meetups in ``FindTimeViewModel``. `one` has the parameter `first`, `two`
    /// also `second`, and `many` has `first` and `count`.
    public static let findTime = Vocabulary(
        "find_time",
        [
            "someone": "Someone", "you": "You", "one": "Meet {first}", "two": "Meet {first} and {second}",
            "many": "Meet {first} and {count} others",
        ])

    /// The sentences of imported calendars. `too_many` has the parameter `max`.
    public static let importedCalendars = Vocabulary(
        "imported_calendars",
        [
            "too_many": "There are {max} calendars already. Remove one first.", "busy": "Busy",
        ])

    /// The sentences of the app itself.
    static let appSentences = [
        personSheet, findTime, importedCalendars, unsentActions, HomeTab.vocabulary, DeepLinkError.vocabulary,
        AppFeatureError.vocabulary,
    ]
}
