import OrbitModels
import Testing
import TimeAndChance

@testable import Matching

@Suite struct CandidateSearchTests {
    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    private final class Comparisons {
        var pairs: [[Int]] = []
    }

    /// Searches candidates of people with numbers from 0. Returns the compared pairs, and the graph of pairs that may
    /// meet.
    private func search(
        _ count: Int, words: (Int) -> [String] = { _ in [] }, maxPairsInFull: Int = 0,
        budget: ProbeBudget = ProbeBudget(), mayMeet: @escaping (Int, Int) -> Bool
    ) -> (compared: [[Int]], graph: CandidateGraph) {
        // Ids of equal length have the order of their numbers.
        let people = (0..<count).map {
            PairingCandidate(id: UserID("\(1_000 + $0)"), affinities: words($0), traits: $0)
        }
        let pool = PairingPool(people)
        let comparisons = Comparisons()
        let values = PairValues(pool.ids, pairing: CampusPairing(day: day, seed: 1)) { one, other in
            comparisons.pairs.append([one, other])
            return mayMeet(one, other) ? 0.5 : nil
        }
        var random = SplitMix64(seed: 1)
        let graph = CandidateSearch(pool: pool, values: values, maxPairsInFull: maxPairsInFull, budget: budget)
            .graph(random: &random)
        return (comparisons.pairs, graph)
    }

    @Test func `all pairs are compared up to the maximum number of pairs`() {
        let all = search(50, maxPairsInFull: 1_225) { _, _ in true }
        #expect(all.compared.count == 1_225 && all.graph.edges.count == 1_225)
        let some = search(50, maxPairsInFull: 1_224) { _, _ in true }
        #expect(some.compared.count < 1_225)
    }

    @Test func `each pair is compared at most once, even if many people suit few others`() {
        let compared = search(200) { one, other in
            one % 5 != 0 && other % 5 != 0 || one % 50 == 0 && other % 50 == 0
        }.compared
        #expect(Set(compared).count == compared.count)
    }

    @Test func `a person without candidates is compared with as many more people as the budget allows`() {
        let usual = search(60) { _, _ in true }.compared.count { $0.contains(7) }
        func comparisons(_ budget: Int) -> Int {
            search(60, budget: ProbeBudget(total: 0, fewest: budget)) { $0 != 7 && $1 != 7 }
                .compared.count { $0.contains(7) }
        }
        #expect(comparisons(0) == usual)
        #expect(comparisons(10) == usual + 10)
        #expect(comparisons(59 - usual) == 59)
    }

    @Test func `a search for more candidates of a person ends at eight`() {
        // Person 7 may meet every sixtieth person.
        let graph = search(1_000) { one, other in
            one != 7 && other != 7 || (one + other - 7).isMultiple(of: 60)
        }.graph
        #expect(graph.links(of: 7).count == 8)
    }

    @Test func `people with common words are mostly compared with each other`() {
        let compared = search(100, words: { ["a\($0 % 2)", "b\($0 % 2)"] }) { _, _ in true }.compared
        let mixed = compared.count { ($0[0] + $0[1]) % 2 == 1 }
        #expect(4 * mixed < compared.count)
    }

    @Test(arguments: [(0, 1_000), (1, 1_000), (10, 100), (33, 30), (34, 30), (1_000, 30)])
    func `people share the budget of comparisons, and each person has a minimum`(people: Int, share: Int) {
        #expect(ProbeBudget(total: 1_000, fewest: 30).share(of: people) == share)
    }
}
