/// A matching with the maximum number of pairs, then the best worst pair, and then a good sum.
struct PairMatching {
    let graph: CandidateGraph
    /// The partner of each person, or ``MatchingSearch/unmatched``.
    private(set) var mates: [Int]
    /// The number of best pairs allowed. It is the minimum for a matching of this size.
    private(set) var rankLimit: Int

    private static let maxPasses = 12
    private static let leastGain = 1e-9

    init(_ graph: CandidateGraph) {
        self.graph = graph
        var search = MatchingSearch(graph, mates: Self.empty(graph))
        _ = search.maximize(rankLimit: graph.edges.count, tolerated: .max)
        mates = search.mates
        rankLimit = graph.edges.count
        lowerRankLimit()
        exchange()
    }

    private static func empty(_ graph: CandidateGraph) -> [Int] {
        Array(repeating: MatchingSearch.unmatched, count: graph.peopleCount)
    }

    /// Finds by bisection the smallest number of best pairs that still matches as many people. Pairs with equal values
    /// are all allowed or all excluded.
    private mutating func lowerRankLimit() {
        let alone = mates.count { $0 == MatchingSearch.unmatched }
        // A matching that uses fewer pairs is a valid start of a search that uses more pairs.
        var start = Self.empty(graph)
        let least = leastRankLimit(alone: alone)
        var (tooFew, enough) = (graph.steps.firstIndex { $0 >= least } ?? 0, graph.steps.count - 1)
        tooFew -= 1
        while enough - tooFew > 1 {
            // Usually only slightly more pairs than the minimum are enough.
            let middle = tooFew + max(1, (enough - tooFew) / 4)
            var search = MatchingSearch(graph, mates: start)
            if search.maximize(rankLimit: graph.steps[middle], tolerated: alone) {
                enough = middle
                mates = search.mates
            } else {
                tooFew = middle
                start = search.mates
            }
        }
        rankLimit = graph.steps[enough]
    }

    /// Returns a lower bound of the rank limit. All people except `alone` of them need at least their best pair.
    private func leastRankLimit(alone: Int) -> Int {
        let best = (0..<graph.peopleCount).map { graph.links(of: $0).first.map { $0.rank + 1 } ?? .max }
        return best.sorted(by: >).dropFirst(alone).first ?? 0
    }

    /// Exchanges the partners of two pairs, or replaces a person by an unmatched person, while the sum increases.
    private mutating func exchange() {
        let unmatched = MatchingSearch.unmatched
        // The value of each person's pair, or zero without a partner.
        var values = mates.enumerated().map { $1 == unmatched ? 0 : graph.value($0, $1) ?? 0 }
        let most = (0..<graph.peopleCount).map { person in
            graph.links(of: person).first.map { graph.edges[$0.rank].value } ?? 0
        }
        for _ in 0..<Self.maxPasses {
            var isBetter = false
            for edge in graph.edges[..<rankLimit] where mates[edge.one] != edge.other {
                let (one, other) = (mates[edge.one], mates[edge.other])
                var gain = edge.value - values[edge.one] - values[edge.other]
                var left = 0.0
                if one != unmatched && other != unmatched {
                    guard gain + min(most[one], most[other]) > Self.leastGain, let value = allowedValue(one, other)
                    else { continue }
                    (gain, left) = (gain + value, value)
                }
                guard gain > Self.leastGain else { continue }
                match(edge.one, edge.other)
                (values[edge.one], values[edge.other]) = (edge.value, edge.value)
                if one != unmatched && other != unmatched {
                    match(one, other)
                } else if one != unmatched {
                    mates[one] = unmatched
                } else if other != unmatched {
                    mates[other] = unmatched
                }
                if one != unmatched { values[one] = left }
                if other != unmatched { values[other] = left }
                isBetter = true
            }
            guard isBetter else { return }
        }
    }

    private func allowedValue(_ one: Int, _ other: Int) -> Double? {
        graph.links(of: one).first { $0.person == other && $0.rank < rankLimit }.map { graph.edges[$0.rank].value }
    }

    private mutating func match(_ one: Int, _ other: Int) {
        mates[one] = other
        mates[other] = one
    }
}
