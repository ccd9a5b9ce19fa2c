public import OrbitModels
import TimeAndChance

/// The features that determine the similarity of suggestions: interests and personality.
///
/// Similarity is not compatibility. For example, free time in common does not make two people similar.
public struct SimilarityFeatures: Hashable, Sendable {
    /// The sorted hashes of the distinct interests.
    // Hashes are fast to compare. A list needs thousands of comparisons.
    private let interests: [UInt64]
    private let personality: [Double?]

    /// Creates the features of a profile.
    public init(_ profile: Profile) {
        interests = ComparisonContext.interests(of: profile).map { StableHash($0.id).value }.sorted()
        personality = [
            profile.personality.introvertExtrovert?.value, profile.personality.spontaneousPlanner?.value,
            profile.personality.activeRelaxed?.value,
        ]
    }

    /// Returns the similarity from 0 to 1, which is symmetric. Interests count two thirds (Jaccard index), and the
    /// sliders that both have answered count one third. People without known features are not similar.
    public func similarity(to other: SimilarityFeatures) -> Double {
        (2 * sharedInterests(with: other) + nearness(to: other)) / 3
    }

    /// Returns the Jaccard index of the interests.
    private func sharedInterests(with other: SimilarityFeatures) -> Double {
        var (shared, mine, theirs) = (0, 0, 0)
        while mine < interests.count, theirs < other.interests.count {
            let (one, another) = (interests[mine], other.interests[theirs])
            if one == another { shared += 1 }
            if one <= another { mine += 1 }
            if another <= one { theirs += 1 }
        }
        let all = interests.count + other.interests.count - shared
        return all > 0 ? Double(shared) / Double(all) : 0
    }

    private func nearness(to other: SimilarityFeatures) -> Double {
        var (sum, answered) = (0.0, 0)
        for case (let mine?, let theirs?) in zip(personality, other.personality) {
            (sum, answered) = (sum + 1 - abs(mine - theirs), answered + 1)
        }
        return answered > 0 ? sum / Double(answered) : 0
    }
}

/// The people that the viewer has marked "less like this".
///
/// A candidate who is similar to one of them loses up to three quarters of the score, in proportion to the square of
/// the similarity.
public struct NegativeFeedback: Hashable, Sendable {
    /// The maximum number of marks that count.
    public static let capacity = 20
    private static let strength = 0.75

    private let disliked: [SimilarityFeatures]

    /// - Parameter disliked: The marked people, the latest first. Only the first ``capacity`` count.
    public init(_ disliked: [SimilarityFeatures] = []) {
        self.disliked = Array(disliked.prefix(Self.capacity))
    }

    /// Returns the factor for a candidate's score, 0.25 to 1.
    public func share(for candidate: SimilarityFeatures) -> Double {
        let closest = disliked.map { $0.similarity(to: candidate) }.max() ?? 0
        return 1 - Self.strength * closest * closest
    }
}
