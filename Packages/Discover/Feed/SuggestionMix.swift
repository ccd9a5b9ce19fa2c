public import OrbitModels

/// Makes a day's list out of the people who suit somebody best: those first who suit them *and* are unlike those
/// before them (maximal marginal relevance, Carbonell and Goldstein, 1998).
///
/// ```swift
/// let mix = SuggestionMix(lessLike: LessLike([Likeness(noor.profile)]), isCapped: { crowded.contains($0) }, seed: 7)
/// mix.order(candidates, 20)  // the same every time
/// ```
public struct SuggestionMix: Sendable {
    /// Someone who may be on the list.
    public struct Candidate: Sendable {
        public let id: UserID
        /// 0 to 1.
        public let score: Double
        public let likeness: Likeness

        public init(id: UserID, score: Double, likeness: Likeness) {
            (self.id, self.score, self.likeness) = (id, score, likeness)
        }
    }

    /// How much being unlike the others counts, beside the score.
    private static let variety = 0.2

    private let lessLike: LessLike
    private let front: Int
    private let isCapped: @Sendable (UserID) -> Bool
    private let seed: UInt64

    /// - Parameters:
    ///   - front: how many places the cap keeps free of those who have reached it, as long as there are others.
    ///   - isCapped: whether someone has reached it; see ``ExposureCap``.
    ///   - seed: decides between equals, so that it is not always the same ones who come first.
    public init(
        lessLike: LessLike = LessLike(), front: Int = ExposureCap.standard.front,
        isCapped: @escaping @Sendable (UserID) -> Bool = { _ in false }, seed: UInt64
    ) {
        self.lessLike = lessLike
        self.front = front
        self.isCapped = isCapped
        self.seed = seed
    }

    /// The `count` who come first, in order; all of them if there are no more. O(candidates × count).
    public func order(_ candidates: [Candidate], _ count: Int) -> [UserID] {
        var rest = candidates.map { candidate in
            Entry(
                candidate: candidate, worth: candidate.score * lessLike.share(for: candidate.likeness),
                lot: StableHash("\(seed) \(candidate.id)").value, isCapped: isCapped(candidate.id))
        }
        // Whatever order they came in, the same list.
        rest.sort { ($1.worth, $0.lot, $0.candidate.id) < ($0.worth, $1.lot, $1.candidate.id) }
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
        /// Decides between equals.
        let lot: UInt64
        let isCapped: Bool
        /// The likeness to whoever on the list is most alike.
        var closest = 0.0

        var marginalWorth: Double { (1 - SuggestionMix.variety) * worth - SuggestionMix.variety * closest }
    }

    /// The first of the best; in the front, those below the cap go before all others.
    private func best(of rest: [Entry], place: Int) -> Int? {
        let inFront = place < front
        return rest.indices.max { left, right in
            let (left, right) = (rest[left], rest[right])
            if inFront, left.isCapped != right.isCapped { return left.isCapped }
            return left.marginalWorth < right.marginalWorth
        }
    }
}
