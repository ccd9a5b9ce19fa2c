public import OrbitModels
import TimeAndChance

/// Pairs the people of a campus for a day, fairly.
///
/// ```swift
/// let pairing = CampusPairing(day: today, history: past, forbidden: blocked, seed: 7)
/// let campus = pairing.groups(of: people) { a, b in compatibility(a, b) }
/// campus.groups   // [["ana", "cem"], ["bea", "dan", "eva"]]
/// ```
///
/// The result has these properties:
/// - Every person is in one group or waiting. A forbidden pair never shares a group.
/// - An odd number of people gives one group of three.
/// - A person waits only if paused, or if no other waiting person and no pair is suitable. The search for suitable
///   people and pairs is limited to some millions of comparisons. Above this limit, only the compared people and pairs
///   are known to be unsuitable. ``PairingCandidate/needs`` reduce the number of comparisons.
/// - As many people as possible are paired, among the pairs considered. No other matching of that size has a better
///   worst pair. Up to 600 people all pairs are considered; above that, about 45 per person.
/// - The sum of the values is good but not proven optimal: no two pairs can gain by exchanging partners. The
///   choice of a third person is also good but not proven optimal.
/// - A pair of the last 60 days is repeated only if the worst pair would be worse without it.
/// - The result depends on the people, the day, the history and the seed, but not on their order.
///
/// Pairing takes O(n log n), even if many people have no suitable partner. Most of the time is spent in `score`, which
/// is called once for each pair considered (`Docs/performance.md`).
///
/// People with needs that no other person meets are excluded first. A person with few suitable pairs is compared with
/// the people who meet their needs. Four million comparisons are divided equally among all people with few suitable
/// pairs. Each of them has at least 512 comparisons.
public struct CampusPairing: Sendable {
    /// The day of the pairing.
    public var day: CalendarDay
    /// Earlier pairs, in any order.
    public var history: [PastPair]
    /// The pairs that must not meet, because of a block or an ended match.
    public var forbidden: Set<UserPair>
    /// The seed that breaks ties and selects the candidates of a large campus.
    public var seed: UInt64
    var maxPairsInFull = 200_000
    var budget = ProbeBudget()

    /// Creates a pairing.
    ///
    /// - Parameters:
    ///   - day: The day of the pairing.
    ///   - history: Earlier pairs, in any order.
    ///   - forbidden: The pairs that must not meet.
    ///   - seed: The seed that breaks ties and selects candidates.
    public init(day: CalendarDay, history: [PastPair] = [], forbidden: Set<UserPair> = [], seed: UInt64) {
        self.day = day
        self.history = history
        self.forbidden = forbidden
        self.seed = seed
    }

    /// Forms the groups of the day.
    ///
    /// - Parameters:
    ///   - people: The people of the campus.
    ///   - score: Returns the compatibility of two people from 0 to 1. It must be symmetric. It returns `nil` if the
    ///     two must not meet.
    /// - Returns: The groups in the order of their first ids, and the people who wait.
    @inlinable public func groups<Traits>(
        of people: [PairingCandidate<Traits>], score: @escaping (Traits, Traits) -> Double?
    ) -> PairedCampus {
        let pool = PairingPool(people)
        let traits = pool.places.map { people[$0].traits }
        return groups(of: pool) { score(traits[$0], traits[$1]) }
    }

    /// - Parameter score: Returns the score of two people by their numbers.
    @usableFromInline func groups(of pool: PairingPool, score: @escaping (Int, Int) -> Double?) -> PairedCampus {
        var campus = PairedCampus(waiting: pool.waiting)
        var random = SplitMix64(seed: seed)
        let values = PairValues(pool.ids, pairing: self, score: score)
        let graph = CandidateSearch(pool: pool, values: values, maxPairsInFull: maxPairsInFull, budget: budget).graph(
            random: &random)
        let formed = GroupForming(PairMatching(graph), values: values, budget: budget)

        campus.groups = formed.groups.map { $0.sorted().map { pool.ids[$0] } }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let isAlone = pool.count == 1 && !pool.waiting.values.contains(.nobodySuitable)
        for person in formed.leftOver { campus.waiting[pool.ids[person]] = isAlone ? .alone : .nobodySuitable }
        return campus
    }
}

/// The groups of a campus. Every person is either in exactly one group or waiting.
public struct PairedCampus: Hashable, Sendable {
    /// Groups of two or three people, sorted by id.
    public var groups: [[UserID]]
    /// The people without a group, with the reasons.
    public var waiting: [UserID: Reason]

    /// A reason for which a person has no group.
    public enum Reason: Hashable, Sendable {
        /// The person has paused pairing.
        case paused
        /// There are no other people.
        case alone
        /// There are other people, but this person may not meet any of the people left.
        case nobodySuitable
    }

    /// Creates a result.
    public init(groups: [[UserID]] = [], waiting: [UserID: Reason] = [:]) {
        self.groups = groups
        self.waiting = waiting
    }
}
