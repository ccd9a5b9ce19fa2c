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
        let ordered = candidates.map { candidate in
            Entry(
                candidate: candidate, worth: candidate.score * lessLike.share(for: candidate.likeness),
                tieBreak: StableHash("\(seed) \(candidate.id)").value)
        }
        // Independent of the order of the input.
        .sorted { ($1.worth, $0.tieBreak, $0.candidate.id) < ($0.worth, $1.tieBreak, $1.candidate.id) }
        var choice = Choice(worths: ordered.map(\.worth), isCapped: ordered.map { isCapped($0.candidate.id) })
        var list: [UserID] = []
        while list.count < count, let next = choice.best(inFront: list.count < front) {
            list.append(ordered[next].candidate.id)
            choice.take(next)
            let picked = ordered[next].candidate.likeness
            for index in choice.rest {
                choice.note(picked.similarity(to: ordered[index].candidate.likeness), to: index)
            }
        }
        return list
    }

    private struct Entry {
        let candidate: Candidate
        let worth: Double
        /// Breaks ties.
        let tieBreak: UInt64
    }

    /// What decides who is next, in arrays of numbers: they are gone through once for each place.
    private struct Choice {
        private let worths: [Double]
        private let isCapped: [Bool]
        /// The greatest similarity of each to a person already on the list.
        private var closest: [Double]
        /// Those who are not on the list yet, in order.
        private(set) var rest: [Int]

        init(worths: [Double], isCapped: [Bool]) {
            (self.worths, self.isCapped) = (worths, isCapped)
            closest = worths.map { _ in 0 }
            rest = Array(worths.indices)
        }

        private func marginalWorth(_ index: Int) -> Double {
            (1 - SuggestionMix.variety) * worths[index] - SuggestionMix.variety * closest[index]
        }

        /// The best, the first of equals; at the top of the list, people below the cap come before all others.
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

/// How often a person may appear at the top of other people's lists on a day.
///
/// On average a person appears at the top of as many lists as a top has places. Without a cap, the few who match most
/// people would fill them all: they would be swamped, and the others never shown. A person at the cap is placed below
/// the top, not dropped.
public struct ExposureCap: Hashable, Sendable {
    /// The number of places that count as the top of a list.
    public var front: Int
    /// The number of lists a day that may have the person at the top.
    public var most: Int

    /// Creates a cap; negative numbers count as 0.
    public init(front: Int, most: Int) {
        (self.front, self.most) = (max(0, front), max(0, most))
    }

    /// The top ten, 30 lists: three times the average.
    public static let standard = ExposureCap(front: 10, most: 30)
}
