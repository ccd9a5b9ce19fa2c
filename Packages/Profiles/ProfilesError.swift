public import OrbitModels

/// A reason why the profile form could not be saved, apart from failed rules and errors of the server.
@nonexhaustive public enum ProfilesError: Error, Hashable, Sendable {
    /// The saved profile is not loaded, so the version that would be replaced is unknown.
    case notLoaded
    /// Some photos are still being uploaded.
    case photosOnTheirWay
    /// A part was changed here and elsewhere to different values.
    case conflictsToSettle
    /// The profile had changed elsewhere at each attempt to save it.
    case changedTooOften
}

extension ProfilesError: TranslatableError {
    /// The sentences for these errors.
    public static let vocabulary = Vocabulary(
        "profile_form",
        [
            "not_loaded": "Your profile has not been loaded yet. Load it, then save again.",
            "photos_on_their_way": "Your photos are still being sent. Save again when they have arrived.",
            "conflicts_to_settle":
                "Your profile was changed elsewhere. Choose what to keep, then save again.",
            "changed_too_often": "Your profile keeps changing elsewhere. Close it there, then save again.",
        ])

    /// Returns what to do next.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .notLoaded: words.sentence("not_loaded", in: Self.vocabulary)
        case .photosOnTheirWay: words.sentence("photos_on_their_way", in: Self.vocabulary)
        case .conflictsToSettle: words.sentence("conflicts_to_settle", in: Self.vocabulary)
        case .changedTooOften: words.sentence("changed_too_often", in: Self.vocabulary)
        }
    }
}
