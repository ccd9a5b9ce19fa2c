import Testing
import TimeAndChance

@testable import Matching

@Suite struct MatchingSearchTests {
    private func graph(_ count: Int, _ pairs: [(Int, Int)]) -> CandidateGraph {
        var random = SplitMix64(seed: 1)
        let edges = pairs.map { CandidateGraph.Edge(one: $0, other: $1, value: 0) }
        return CandidateGraph(peopleCount: count, edges: edges, random: &random)
    }

    private func matching(_ graph: CandidateGraph) -> [Int] {
        var search = MatchingSearch(
            graph, mates: Array(repeating: MatchingSearch.unmatched, count: graph.peopleCount))
        _ = search.maximize(rankLimit: graph.edges.count, tolerated: .max)
        return search.mates
    }

    /// Returns the maximum number of pairs, by exhaustive search.
    private func maxPairs(_ count: Int, _ pairs: [(Int, Int)]) -> Int {
        func most(_ used: Int, _ rest: ArraySlice<(Int, Int)>) -> Int {
            guard let (one, other) = rest.first else { return 0 }
            let without = most(used, rest.dropFirst())
            let mask = 1 << one | 1 << other
            return used & mask == 0 ? max(without, 1 + most(used | mask, rest.dropFirst())) : without
        }
        return most(0, pairs[...])
    }

    @Test(arguments: 0..<150)
    func `a matching has the maximum number of pairs`(_ run: Int) {
        let random = RandomSource.seeded(UInt64(run))
        let count = 4 + run % 7
        let density = [0.2, 0.35, 0.5][run % 3]
        let pairs = (0..<count).flatMap { one in ((one + 1)..<max(count, one + 1)).map { (one, $0) } }
            .filter { _ in random.unit() < density }.prefix(16)
        let graph = graph(count, Array(pairs))
        let mates = matching(graph)
        for (person, mate) in mates.enumerated() where mate != MatchingSearch.unmatched {
            #expect(mates[mate] == person)
            #expect(graph.value(person, mate) != nil)
        }
        #expect(mates.count { $0 != MatchingSearch.unmatched } == 2 * maxPairs(count, Array(pairs)))
    }

    @Test func `odd cycles with tails are matched through their blossoms`() {
        // A chain of six cycles of five, each joined to the next. All people can be matched.
        var pairs: [(Int, Int)] = []
        for circle in 0..<6 {
            for step in 0..<5 { pairs.append((circle * 5 + step, circle * 5 + (step + 1) % 5)) }
            if circle > 0 { pairs.append((circle * 5 - 3, circle * 5)) }
        }
        let mates = matching(graph(30, pairs.map { (min($0, $1), max($0, $1)) }))
        #expect(mates.count { $0 == MatchingSearch.unmatched } == 0)
    }

    @Test func `a search ends when more people are unmatched than tolerated`() {
        let graph = graph(6, [(0, 1)])
        var search = MatchingSearch(graph, mates: Array(repeating: MatchingSearch.unmatched, count: 6))
        let isEnough = [3, 4].map { search.maximize(rankLimit: 1, tolerated: $0) }
        #expect(isEnough == [false, true])
    }
}
