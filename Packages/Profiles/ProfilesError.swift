public import Foundation

/// Why the profile form could not be saved, where no rule and no server is to blame.
@nonexhaustive public enum ProfilesError: Error, Hashable, Sendable {
    /// The saved profile has not been loaded, so nobody knows what would be replaced.
    case notLoaded
    /// Some photos are still being sent.
    case photosOnTheirWay
}

extension ProfilesError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .notLoaded: "Your profile has not been loaded yet. Load it, then save again."
        case .photosOnTheirWay: "Your photos are still being sent. Save again when they have arrived."
        }
    }
}
