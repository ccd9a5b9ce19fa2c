public import OrbitModels
import TimeAndChance

/// Who meets whom today: pairs up a whole campus, fairly.
///
/// ```swift
/// let pairing = CampusPairing(day: today, history: past, forbidden: blocked, seed: 7)
/// let campus = pairing.groups(of: people) { a, b in compatibility(a, b) }
/// campus.groups   // [["ana", "cem"], ["bea", "dan", "eva"]]
/// ```
///
/// What holds for the result:
/// - Everybody is in one group or waiting. Two who must not meet never share a group.
/// - When the number is odd there is one group of three. Someone waits only if paused, or if nobody else who
///   waits, and no pair, could take them in.
/// - Among the pairs that are looked at (all of them up to 600 people, about 45 for each person beyond), as many people
///   as possible are paired, and no other way to do so has a better worst pair.
/// - The sum of the values is good, not proven best: no two pairs can gain by exchanging partners. The same goes for the
///   choice of a third person.
/// - A pair of the last 60 days comes again only if the worst pair could not do without.
/// - The result depends on the people, the day, the history and the seed, not on the order in which they are given.
///
/// Most of its time goes to the score, which is computed once for each pair looked at (`Docs/performance.md`).
/// Each person whom no pair suits is compared with everybody.
public struct CampusPairing: Sendable {
    public var day: CalendarDay
    public var history: [PastPair]
    /// Pairs that must not meet: blocked, or parted.
    public var forbidden: Set<UserPair>
    public var seed: UInt64
    var mostPairsInFull = 200_000

    public init(day: CalendarDay, history: [PastPair] = [], forbidden: Set<UserPair> = [], seed: UInt64) {
        self.day = day
        self.history = history
        self.forbidden = forbidden
        self.seed = seed
    }

    /// - Parameter score: how well two people suit each other, from 0 to 1 and the same from both sides; `nil`
    ///   if one of them would not have it.
    /// - Returns: the groups in the order of their first ids.
    public func groups<Traits>(
        of people: [PairingCandidate<Traits>], score: @escaping (Traits, Traits) -> Double?
    ) -> PairedCampus {
        var campus = PairedCampus()
        var pool: [PairingCandidate<Traits>] = []
        for person in people.sorted(by: { $0.id < $1.id }) where person.id != pool.last?.id {
            if person.isPaused {
                campus.waiting[person.id] = .paused
            } else {
                pool.append(person)
            }
        }
        var random = SplitMix64(seed: seed)
        let values = PairValues(pool, pairing: self, score: score)
        let graph = CandidateSearch(people: pool, values: values, mostPairsInFull: mostPairsInFull).graph(
            random: &random)
        let formed = GroupForming(PairMatching(graph), values: values)

        campus.groups = formed.groups.map { $0.sorted().map { pool[$0].id } }
            .sorted { $0.lexicographicallyPrecedes($1) }
        for person in formed.leftOver {
            campus.waiting[pool[person].id] = pool.count == 1 ? .alone : .nobodySuitable
        }
        return campus
    }
}
