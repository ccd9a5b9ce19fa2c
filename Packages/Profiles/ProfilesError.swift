public import Foundation

/// Why the profile form could not be saved, where no rule and no server is to blame.
@nonexhaustive public enum ProfilesError: Error, Hashable, Sendable {
    /// The saved profile has not been loaded, so it is not known what would be replaced.
    case notLoaded
    /// Some photos are still being sent.
    case photosOnTheirWay
    /// Something was changed here and elsewhere, to different values.
    case conflictsToSettle
    /// Each time it was saved, it had been changed elsewhere once more.
    case changedTooOften
}

extension ProfilesError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .notLoaded: "Your profile has not been loaded yet. Load it, then save again."
        case .photosOnTheirWay: "Your photos are still being sent. Save again when they have arrived."
        case .conflictsToSettle:
            "Your profile was changed elsewhere in the meantime. Choose what to keep, then save again."
        case .changedTooOften: "Your profile keeps changing elsewhere. Close it there, then save again."
        }
    }
}
