public import Foundation

/// Why something cannot be done with a poke.
@nonexhaustive public enum PokeRefusal: Error, Hashable, Sendable {
    /// It is for the other person to do.
    case notYours
    /// It ended otherwise.
    case over(PokeState)
}

extension PokeRefusal: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .notYours: "Only the other person can do this."
        case .over(.accepted): "This poke was accepted. Look under your matches."
        case .over: "This poke is over. Load the list again to see what there is now."
        }
    }
}
