public import OrbitModels
import TimeAndChance

/// Pairs up a whole campus for a day, fairly.
///
/// ```swift
/// let pairing = CampusPairing(day: today, history: past, forbidden: blocked, seed: 7)
/// let campus = pairing.groups(of: people) { a, b in compatibility(a, b) }
/// campus.groups   // [["ana", "cem"], ["bea", "dan", "eva"]]
/// ```
///
/// The result guarantees:
/// - Every person is in one group or waiting. A forbidden pair never shares a group.
/// - An odd number of people gives one group of three. A person waits only if paused, or if no other waiting
///   person and no pair can be joined; where that would take more than some millions of comparisons, if none was
///   found by them (``PairingCandidate/needs`` make them few).
/// - Among the pairs considered (all of them up to 600 people, about 45 for each person beyond), as many people
///   as possible are paired, and no other matching of that size has a better worst pair.
/// - The sum of the values is good but not proven optimal: no two pairs can gain by exchanging partners. The same
///   holds for the choice of a third person.
/// - A pair of the last 60 days is repeated only if the worst pair would be worse without it.
/// - The result depends on the people, the day, the history and the seed, not on the order in which they are given.
///
/// Takes O(n log n), whatever share of the people no other suits. Much of the time is spent in `score`, called once for each
/// pair considered (`Docs/performance.md`). People whose needs no other meets are set aside first. A person with few suitable
/// pairs is compared with those who meet their needs: with all of them as long as this takes four million comparisons in
/// total, else with at least 512.
public struct CampusPairing: Sendable {
    /// The day to pair for.
    public var day: CalendarDay
    /// Earlier pairs, in any order.
    public var history: [PastPair]
    /// Pairs that must not meet: blocked, or a match that ended.
    public var forbidden: Set<UserPair>
    /// Breaks ties and draws the candidates of a large campus.
    public var seed: UInt64
    var mostPairsInFull = 200_000
    var budget = ProbeBudget()

    /// Creates a pairing.
    public init(day: CalendarDay, history: [PastPair] = [], forbidden: Set<UserPair> = [], seed: UInt64) {
        self.day = day
        self.history = history
        self.forbidden = forbidden
        self.seed = seed
    }

    /// - Parameter score: How well two people match, 0 to 1 and symmetric; `nil` if either must not meet the
    ///   other.
    /// - Returns: The groups in the order of their first ids.
    @inlinable public func groups<Traits>(
        of people: [PairingCandidate<Traits>], score: @escaping (Traits, Traits) -> Double?
    ) -> PairedCampus {
        let pool = PairingPool(people)
        let traits = pool.places.map { people[$0].traits }
        return groups(of: pool) { score(traits[$0], traits[$1]) }
    }

    /// - Parameter score: of two numbers.
    @usableFromInline func groups(of pool: PairingPool, score: @escaping (Int, Int) -> Double?) -> PairedCampus {
        var campus = PairedCampus(waiting: pool.waiting)
        var random = SplitMix64(seed: seed)
        let values = PairValues(pool.ids, pairing: self, score: score)
        let graph = CandidateSearch(pool: pool, values: values, mostPairsInFull: mostPairsInFull, budget: budget).graph(
            random: &random)
        let formed = GroupForming(PairMatching(graph), values: values, budget: budget)

        campus.groups = formed.groups.map { $0.sorted().map { pool.ids[$0] } }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let isAlone = pool.count == 1 && !pool.waiting.values.contains(.nobodySuitable)
        for person in formed.leftOver { campus.waiting[pool.ids[person]] = isAlone ? .alone : .nobodySuitable }
        return campus
    }
}

/// The groups of a campus. Every person is in exactly one group, or waiting.
public struct PairedCampus: Hashable, Sendable {
    /// Groups of two or three people, sorted by id.
    public var groups: [[UserID]]
    /// The people in no group, and why.
    public var waiting: [UserID: Reason]

    /// Why a person is in no group.
    public enum Reason: Hashable, Sendable {
        /// The person has paused pairing.
        case paused
        /// There are no other people.
        case alone
        /// There are other people, but none left that this person may meet.
        case nobodySuitable
    }

    /// Creates a result.
    public init(groups: [[UserID]] = [], waiting: [UserID: Reason] = [:]) {
        self.groups = groups
        self.waiting = waiting
    }
}
