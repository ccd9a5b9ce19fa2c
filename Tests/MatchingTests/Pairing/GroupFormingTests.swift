import OrbitModels
import Testing
import TimeAndChance

@testable import Matching

/// Small campuses whose pairs have given values. Pairs without a value must not meet.
@Suite struct GroupFormingTests {
    private typealias Values = [[Int]: Double]

    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    private final class Comparisons {
        var pairs: [[Int]] = []
    }

    /// Forms groups from the pairs that a search has considered, by default all pairs. Returns the groups, and the
    /// pairs that were compared after the search.
    private func form(
        _ count: Int, _ values: Values, considered: [[Int]]? = nil, budget: ProbeBudget = ProbeBudget(),
        seed: UInt64 = 1
    ) -> (groups: [[Int]], compared: [[Int]]) {
        let pairs = (considered ?? Array(values.keys)).sorted { $0.lexicographicallyPrecedes($1) }
        let edges = pairs.compactMap { pair in
            values[pair].map { CandidateGraph.Edge(one: pair[0], other: pair[1], value: $0) }
        }
        var random = SplitMix64(seed: seed)
        let graph = CandidateGraph(peopleCount: count, edges: edges, random: &random)
        let comparisons = Comparisons()
        let table = PairValues((0..<count).map { UserID("\($0)") }, pairing: CampusPairing(day: day, seed: seed)) {
            comparisons.pairs.append([$0, $1])
            return values[[$0, $1]]
        }
        let formed = GroupForming(PairMatching(graph), values: table, budget: budget)
        return (
            formed.groups.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }, comparisons.pairs
        )
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `partners are exchanged if the sum of the scores increases and the minimum stays`(seed: UInt64) {
        let values: Values = [[0, 1]: 0.6, [0, 2]: 0.5, [1, 3]: 0.5, [2, 3]: 0.1, [4, 5]: 0.1]
        #expect(form(6, values, seed: seed).groups == [[0, 2], [1, 3], [4, 5]])
    }

    /// The pairs of score 0.9 are a chain from 4 over 0, 1 and 3 to 2. An end without a partner need not be third.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the third person is the person with the best offer, whoever has no partner`(seed: UInt64) {
        let values: Values = [
            [0, 1]: 0.9, [1, 3]: 0.9, [2, 3]: 0.9, [0, 4]: 0.9, [1, 2]: 0.8, [0, 2]: 0.1, [0, 3]: 0.1,
            [1, 4]: 0.1, [2, 4]: 0.1, [3, 4]: 0.1,
        ]
        #expect(form(5, values, seed: seed).groups == [[0, 4], [1, 2, 3]])
    }

    /// With 4, the pairs 0-1 and 2-3 could become the group of 0, 2 and 4 and the bad pair 1-3.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a group of three is not formed if it leaves a worse pair`(seed: UInt64) {
        let values: Values = [
            [0, 1]: 0.9, [2, 3]: 0.9, [0, 4]: 0.9, [2, 4]: 0.9, [0, 2]: 0.9, [1, 4]: 0.3, [0, 3]: 0.1,
            [1, 2]: 0.1, [3, 4]: 0.1, [1, 3]: 0.05,
        ]
        #expect(form(5, values, seed: seed).groups == [[0, 1, 4], [2, 3]])
    }

    @Test(arguments: [nil, [[0, 1], [2, 3]]] as [[[Int]]?])
    func `the third person joins the pair with the best minimum, also of pairs that were not considered`(
        considered: [[Int]]?
    ) {
        let values: Values = [[0, 1]: 0.95, [2, 3]: 0.95, [0, 4]: 0.9, [1, 4]: 0.1, [2, 4]: 0.4, [3, 4]: 0.4]
        #expect(form(5, values, considered: considered).groups == [[0, 1], [2, 3, 4]])
    }

    @Test func `people without considered pairs are paired with their best partner`() {
        let values: Values = [[0, 1]: 0.2, [0, 2]: 0.9, [0, 3]: 0.1, [1, 2]: 0.3, [1, 3]: 0.5, [2, 3]: 0.2]
        #expect(form(4, values, considered: []).groups == [[0, 2], [1, 3]])
    }

    @Test func `two people join pairs within a small budget`() {
        let values: Values = [[0, 1]: 0.5, [0, 4]: 0.5, [1, 4]: 0.5, [2, 3]: 0.5, [2, 5]: 0.5, [3, 5]: 0.5]
        let result = form(6, values, budget: ProbeBudget(total: 100, fewest: 1))
        #expect(result.groups == [[0, 1, 4], [2, 3, 5]])
    }

    @Test(arguments: [(10, 10), (1_000, 30)])
    func `a person who suits nobody is compared with each pair once, up to the budget`(total: Int, compared: Int) {
        let values = Values(uniqueKeysWithValues: (0..<30).map { ([2 * $0, 2 * $0 + 1], 0.5) })
        let result = form(61, values, budget: ProbeBudget(total: total, fewest: 1))
        #expect(result.groups == values.keys.sorted { $0[0] < $1[0] })
        #expect(result.compared.count { $0[1] == 60 } == compared)
    }

    @Test(arguments: [(0, -1), (60, 0), (120, 0.5), (-5, -1)] as [(Int, Double)])
    func `the penalty of a repeated pair halves every 60 days`(days: Int, value: Double) throws {
        let past = PastPair(UserPair("a", "b"), on: try #require(day.adding(days: -days)))
        let values = PairValues(["a", "b"], pairing: CampusPairing(day: day, history: [past], seed: 1)) { _, _ in 1 }
        #expect(values(0, 1) == value && values(1, 0) == value)
        #expect(values(0, 0) == nil)
    }
}
