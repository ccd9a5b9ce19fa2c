/// As many pairs as possible, the worst of them as good as possible, and then a good sum.
struct PairMatching {
    let graph: CandidateGraph
    /// Everybody's partner, or ``MatchingSearch/nobody``.
    private(set) var mates: [Int]
    /// How many of the best pairs had to be allowed. No matching of this size does with fewer.
    private(set) var rankLimit: Int

    private static let mostPasses = 12

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
        Array(repeating: MatchingSearch.nobody, count: graph.peopleCount)
    }

    /// Bisects for the fewest of the best pairs that still match as many people.
    private mutating func lowerRankLimit() {
        let alone = mates.count { $0 == MatchingSearch.nobody }
        // What fewer pairs can do is a start for what more can.
        var start = Self.empty(graph)
        var (tooFew, enough) = (-1, graph.edges.count)
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            var search = MatchingSearch(graph, mates: start)
            if search.maximize(rankLimit: middle, tolerated: alone) {
                enough = middle
                mates = search.mates
            } else {
                tooFew = middle
                start = search.mates
            }
        }
        rankLimit = enough
    }

    /// Lets two pairs change partners, or someone alone take another's place, as long as the sum grows.
    private mutating func exchange() {
        let nobody = MatchingSearch.nobody
        for _ in 0..<Self.mostPasses {
            var isBetter = false
            for edge in graph.edges[..<rankLimit] where mates[edge.one] != edge.other {
                let (one, other) = (mates[edge.one], mates[edge.other])
                var gain = edge.value - value(edge.one, one) - value(edge.other, other)
                if one != nobody && other != nobody {
                    guard let value = allowedValue(one, other) else { continue }
                    gain += value
                }
                guard gain > 1e-9 else { continue }
                match(edge.one, edge.other)
                if one != nobody && other != nobody {
                    match(one, other)
                } else if one != nobody {
                    mates[one] = nobody
                } else if other != nobody {
                    mates[other] = nobody
                }
                isBetter = true
            }
            guard isBetter else { return }
        }
    }

    /// Zero for someone alone.
    private func value(_ person: Int, _ partner: Int) -> Double {
        partner == MatchingSearch.nobody ? 0 : graph.value(person, partner) ?? 0
    }

    private func allowedValue(_ one: Int, _ other: Int) -> Double? {
        graph.links(of: one).first { $0.person == other && $0.rank < rankLimit }.map { graph.edges[$0.rank].value }
    }

    private mutating func match(_ one: Int, _ other: Int) {
        mates[one] = other
        mates[other] = one
    }
}
