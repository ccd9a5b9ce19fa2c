public import OrbitModels
import TimeAndChance

/// Orders the suggestions of a day by score and by difference from those before them (maximal marginal relevance,
/// Carbonell and Goldstein, 1998).
///
/// ```swift
/// let mix = SuggestionMix(lessLike: LessLike([Likeness(noor.profile)]), isCapped: { crowded.contains($0) }, seed: 7)
/// mix.order(candidates, 20)  // the same every time
/// ```
public struct SuggestionMix: Sendable {
    /// A person who may be on the list.
    public struct Candidate: Sendable {
        /// The person.
        public let id: UserID
        /// The score, 0 to 1.
        public let score: Double
        /// The person's features.
        public let likeness: Likeness

        /// Creates a candidate.
        public init(id: UserID, score: Double, likeness: Likeness) {
            (self.id, self.score, self.likeness) = (id, score, likeness)
        }
    }

    /// The weight of difference, beside the score.
    private static let variety = 0.2

    private let lessLike: LessLike
    private let front: Int
    private let isCapped: @Sendable (UserID) -> Bool
    private let seed: UInt64

    /// - Parameters:
    ///   - front: The places reserved for people below the cap, as long as there are any.
    ///   - isCapped: Whether a person has reached the cap; see ``ExposureCap``.
    ///   - seed: Breaks ties, so that the same people do not always come first.
    public init(
        lessLike: LessLike = LessLike(), front: Int = ExposureCap.standard.front,
        isCapped: @escaping @Sendable (UserID) -> Bool = { _ in false }, seed: UInt64
    ) {
        self.lessLike = lessLike
        self.front = front
        self.isCapped = isCapped
        self.seed = seed
    }

    /// The first `count` people in order; all of them if there are fewer. O(candidates × count).
    public func order(_ candidates: [Candidate], _ count: Int) -> [UserID] {
        var rest = candidates.map { candidate in
            Entry(
                candidate: candidate, worth: candidate.score * lessLike.share(for: candidate.likeness),
                tieBreak: StableHash("\(seed) \(candidate.id)").value, isCapped: isCapped(candidate.id))
        }
        // Independent of the order of the input.
        rest.sort { ($1.worth, $0.tieBreak, $0.candidate.id) < ($0.worth, $1.tieBreak, $1.candidate.id) }
        var list: [UserID] = []
        while list.count < count, let next = best(of: rest, place: list.count) {
            let picked = rest.remove(at: next).candidate
            list.append(picked.id)
            for index in rest.indices {
                rest[index].closest = max(
                    rest[index].closest, picked.likeness.similarity(to: rest[index].candidate.likeness))
            }
        }
        return list
    }

    private struct Entry {
        let candidate: Candidate
        let worth: Double
        /// Breaks ties.
        let tieBreak: UInt64
        let isCapped: Bool
        /// The greatest similarity to a person already on the list.
        var closest = 0.0

        var marginalWorth: Double { (1 - SuggestionMix.variety) * worth - SuggestionMix.variety * closest }
    }

    /// The index of the best; at the top of the list, people below the cap come before all others.
    private func best(of rest: [Entry], place: Int) -> Int? {
        let inFront = place < front
        return rest.indices.max { left, right in
            let (left, right) = (rest[left], rest[right])
            if inFront, left.isCapped != right.isCapped { return left.isCapped }
            return left.marginalWorth < right.marginalWorth
        }
    }
}
