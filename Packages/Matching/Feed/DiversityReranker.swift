public import OrbitModels
import TimeAndChance

/// Orders the suggestions of a day by score and diversity (maximal marginal relevance, Carbonell and Goldstein, 1998).
///
/// ```swift
/// let disliked = NegativeFeedback([SimilarityFeatures(noor.profile)])
/// let mix = DiversityReranker(negativeFeedback: disliked, isCapped: { crowded.contains($0) }, seed: 7)
/// mix.order(candidates, 20)  // the same result for the same input
/// ```
public struct DiversityReranker: Sendable {
    /// A candidate for the list.
    public struct Candidate: Sendable {
        /// The person.
        public let id: UserID
        /// The score, 0 to 1.
        public let score: Double
        /// The person's features.
        public let features: SimilarityFeatures

        /// Creates a candidate.
        public init(id: UserID, score: Double, features: SimilarityFeatures) {
            (self.id, self.score, self.features) = (id, score, features)
        }
    }

    /// The weight of diversity; the weight of the score is 1 minus this.
    private static let variety = 0.2

    private let negativeFeedback: NegativeFeedback
    private let front: Int
    private let isCapped: @Sendable (UserID) -> Bool
    private let seed: UInt64

    /// - Parameters:
    ///   - negativeFeedback: The people that the viewer has marked "less like this".
    ///   - front: The number of first places reserved for people below the cap, as long as there are any.
    ///   - isCapped: Whether a person has reached the cap; see ``ExposureCap``.
    ///   - seed: Determines the order of equal candidates, so that the same people do not always come first.
    public init(
        negativeFeedback: NegativeFeedback = NegativeFeedback(), front: Int = ExposureCap.standard.front,
        isCapped: @escaping @Sendable (UserID) -> Bool = { _ in false }, seed: UInt64
    ) {
        self.negativeFeedback = negativeFeedback
        self.front = front
        self.isCapped = isCapped
        self.seed = seed
    }

    /// Returns the first `count` people in order, or all people if there are fewer. Takes O(candidates × count).
    public func order(_ candidates: [Candidate], _ count: Int) -> [UserID] {
        let ordered = candidates.map { candidate in
            Entry(
                candidate: candidate, worth: candidate.score * negativeFeedback.share(for: candidate.features),
                tieBreak: StableHash("\(seed) \(candidate.id)").value)
        }
        // The order does not depend on the order of the input.
        .sorted { ($1.worth, $0.tieBreak, $0.candidate.id) < ($0.worth, $1.tieBreak, $1.candidate.id) }
        var choice = Choice(worths: ordered.map(\.worth), isCapped: ordered.map { isCapped($0.candidate.id) })
        var list: [UserID] = []
        while list.count < count, let next = choice.best(inFront: list.count < front) {
            list.append(ordered[next].candidate.id)
            choice.take(next)
            let picked = ordered[next].candidate.features
            for index in choice.rest {
                choice.note(picked.similarity(to: ordered[index].candidate.features), to: index)
            }
        }
        return list
    }

    private struct Entry {
        let candidate: Candidate
        let worth: Double
        /// A hash that orders equal candidates.
        let tieBreak: UInt64
    }

    /// The values that determine the next person.
    // They are arrays of numbers, because each place of the list needs one pass over them.
    private struct Choice {
        private let worths: [Double]
        private let isCapped: [Bool]
        /// The greatest similarity of each candidate to a person on the list.
        private var closest: [Double]
        /// The indexes of the candidates who are not on the list, in order.
        private(set) var rest: [Int]

        init(worths: [Double], isCapped: [Bool]) {
            (self.worths, self.isCapped) = (worths, isCapped)
            closest = worths.map { _ in 0 }
            rest = Array(worths.indices)
        }

        private func marginalWorth(_ index: Int) -> Double {
            (1 - DiversityReranker.variety) * worths[index] - DiversityReranker.variety * closest[index]
        }

        /// Returns the best candidate, and the first of equal candidates. At the top of the list, people below the cap
        /// precede all others.
        func best(inFront: Bool) -> Int? {
            rest.max { left, right in
                if inFront, isCapped[left] != isCapped[right] { return isCapped[left] }
                return marginalWorth(left) < marginalWorth(right)
            }
        }

        mutating func take(_ index: Int) { rest.removeAll { $0 == index } }

        mutating func note(_ similarity: Double, to index: Int) { closest[index] = max(closest[index], similarity) }
    }
}

/// The maximum number of other people's lists that may show a person at the top on one day.
///
/// Each person receives one list a day. On average, a person therefore appears at the top of as many lists as the top
/// has places. Without a cap, the few people who match most others would fill all tops. They would be overwhelmed, and
/// the rest would never be shown. A person at the cap is placed below the top, but stays on the list.
public struct ExposureCap: Hashable, Sendable {
    /// The number of places that count as the top of a list.
    public var front: Int
    /// The maximum number of lists per day with the person at the top.
    public var maxLists: Int

    /// Creates a cap. Negative numbers count as 0.
    public init(front: Int, maxLists: Int) {
        (self.front, self.maxLists) = (max(0, front), max(0, maxLists))
    }

    /// A cap of 30 lists for the top ten, which is three times the average.
    public static let standard = ExposureCap(front: 10, maxLists: 30)
}
