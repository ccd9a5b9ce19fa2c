public import OrbitModels

/// Why something cannot be done with a poke.
@nonexhaustive public enum PokeRefusal: Error, Hashable, Sendable {
    /// It is for the other person to do.
    case notYours
    /// It ended otherwise.
    case over(PokeState)
}

extension PokeRefusal: WordedError {
    /// The sentences of refusals.
    public static let vocabulary = Vocabulary(
        "poke_refusal",
        [
            "not_yours": "Only the other person can do this.",
            "accepted": "This poke was accepted. Look under your matches.",
            "over": "This poke is over. Load the list again to see what there is now.",
        ])

    /// Returns what to do next.
    public func message(in words: Words) -> String {
        switch self {
        case .notYours: words.sentence("not_yours", in: Self.vocabulary)
        case .over(.accepted): words.sentence("accepted", in: Self.vocabulary)
        case .over: words.sentence("over", in: Self.vocabulary)
        }
    }
}
