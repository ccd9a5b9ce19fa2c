/// A matching with as many pairs as possible, then the best worst pair, then a good sum.
struct PairMatching {
    let graph: CandidateGraph
    /// Each person's partner, or ``MatchingSearch/unmatched``.
    private(set) var mates: [Int]
    /// The number of best pairs allowed; the minimum for a matching of this size.
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
        Array(repeating: MatchingSearch.unmatched, count: graph.peopleCount)
    }

    /// Finds by bisection the fewest best pairs that still match as many people.
    private mutating func lowerRankLimit() {
        let alone = mates.count { $0 == MatchingSearch.unmatched }
        // A matching from fewer pairs is a start for more.
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

    /// Exchanges the partners of two pairs, or replaces a person by an unmatched one, as long as the sum grows.
    private mutating func exchange() {
        let unmatched = MatchingSearch.unmatched
        for _ in 0..<Self.mostPasses {
            var isBetter = false
            for edge in graph.edges[..<rankLimit] where mates[edge.one] != edge.other {
                let (one, other) = (mates[edge.one], mates[edge.other])
                var gain = edge.value - value(edge.one, one) - value(edge.other, other)
                if one != unmatched && other != unmatched {
                    guard let value = allowedValue(one, other) else { continue }
                    gain += value
                }
                guard gain > 1e-9 else { continue }
                match(edge.one, edge.other)
                if one != unmatched && other != unmatched {
                    match(one, other)
                } else if one != unmatched {
                    mates[one] = unmatched
                } else if other != unmatched {
                    mates[other] = unmatched
                }
                isBetter = true
            }
            guard isBetter else { return }
        }
    }

    /// Zero without a partner.
    private func value(_ person: Int, _ partner: Int) -> Double {
        partner == MatchingSearch.unmatched ? 0 : graph.value(person, partner) ?? 0
    }

    private func allowedValue(_ one: Int, _ other: Int) -> Double? {
        graph.links(of: one).first { $0.person == other && $0.rank < rankLimit }.map { graph.edges[$0.rank].value }
    }

    private mutating func match(_ one: Int, _ other: Int) {
        mates[one] = other
        mates[other] = one
    }
}
