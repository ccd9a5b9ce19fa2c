import TimeAndChance

/// Selects the pairs of a campus to consider.
///
/// Up to about 600 people, all pairs. Beyond that, people are placed on circles in fourteen orders: ten bring people
/// with common words together (min-wise hashing: Broder, "On the resemblance and containment of documents", 1997), four
/// are random. Each person is compared with the next on every circle. A person with too few suitable neighbours is
/// compared with all others.
struct CandidateSearch<Traits> {
    private static var fewestCandidates: Int { 8 }

    let people: [PairingCandidate<Traits>]
    let values: PairValues<Traits>
    /// Up to this number, all pairs of the campus are considered.
    let mostPairsInFull: Int

    private var count: Int { people.count }

    func graph(random: inout SplitMix64) -> CandidateGraph {
        let edges =
            count * (count - 1) / 2 <= mostPairsInFull ? everyPair() : neighbours(random: &random)
        return CandidateGraph(peopleCount: count, edges: edges, random: &random)
    }

    private func everyPair() -> [CandidateGraph.Edge] {
        (0..<count).flatMap { one in ((one + 1)..<count).compactMap { edge(one, $0) } }
    }

    private func neighbours(random: inout SplitMix64) -> [CandidateGraph.Edge] {
        var pairs: [UInt64] = []
        pairs.reserveCapacity(count * 24)
        func add(_ one: Int, _ other: Int) {
            pairs.append(UInt64(min(one, other)) << 32 | UInt64(max(one, other)))
        }
        func addNext(on circle: [Int], reach: Int) {
            for place in 0..<count {
                for step in 1...reach { add(circle[place], circle[(place + step) % count]) }
            }
        }
        let words = people.map { $0.affinities.map(StableHash.fnv1a) }
        for _ in 0..<10 { addNext(on: circle(byWords: words, random: &random), reach: 2) }
        for _ in 0..<4 { addNext(on: circle(byWords: nil, random: &random), reach: 1) }

        pairs.sort()
        var edges: [CandidateGraph.Edge] = []
        edges.reserveCapacity(pairs.count)
        var degrees = [Int](repeating: 0, count: count)
        var last: UInt64?
        for pair in pairs where pair != last {
            last = pair
            guard let edge = edge(Int(pair >> 32), Int(pair & 0xFFFF_FFFF)) else { continue }
            edges.append(edge)
            degrees[edge.one] += 1
            degrees[edge.other] += 1
        }
        return edges + moreEdges(for: degrees, besides: Set(pairs), random: &random)
    }

    /// For people with few candidates: the first suitable people from a random start.
    private func moreEdges(
        for degrees: [Int], besides known: Set<UInt64>, random: inout SplitMix64
    ) -> [CandidateGraph.Edge] {
        var (degrees, known, edges) = (degrees, known, [CandidateGraph.Edge]())
        for person in 0..<count where degrees[person] < Self.fewestCandidates {
            let start = Int(random.next() % UInt64(count))
            for step in 0..<count where degrees[person] < Self.fewestCandidates {
                let other = (start + step) % count
                guard other != person,
                    known.insert(UInt64(min(person, other)) << 32 | UInt64(max(person, other))).inserted,
                    let edge = edge(person, other)
                else { continue }
                edges.append(edge)
                degrees[edge.one] += 1
                degrees[edge.other] += 1
            }
        }
        return edges
    }

    private func edge(_ one: Int, _ other: Int) -> CandidateGraph.Edge? {
        values(one, other).map { CandidateGraph.Edge(one: min(one, other), other: max(one, other), value: $0) }
    }

    /// - Parameter words: Hashed, by person; without them the order is random.
    private func circle(byWords words: [[UInt64]]?, random: inout SplitMix64) -> [Int] {
        let (salt, secondSalt) = (random.next(), random.next())
        func least(_ words: [UInt64], _ salt: UInt64) -> UInt64 {
            words.reduce(.max) { min($0, Self.mix($1 ^ salt)) }
        }
        let places = (0..<count).map { person in
            let own = words?[person] ?? []
            return (least(own, salt), least(own, secondSalt), random.next(), person)
        }
        return places.sorted { $0 < $1 }.map { $0.3 }
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        var generator = SplitMix64(seed: word)
        return generator.next()
    }
}
