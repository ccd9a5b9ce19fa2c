public import OrbitModels

extension Vocabulary {
    /// The sentences of a person's sheet.
    public static let personSheet = Vocabulary(
        "person_sheet",
        ["blocking": "You are blocking this person.", "blocked": "You have blocked this person."])

    /// The names and titles of finding a time. `one` has the parameter `first`, `two` also `second`, and `many` has
    /// `first` and `count`.
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
        personSheet, findTime, importedCalendars, emptyLists, HomeTab.vocabulary, DeepLinkError.vocabulary,
        AppFeatureError.vocabulary,
    ]
}
