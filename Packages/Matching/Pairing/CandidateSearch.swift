import TimeAndChance

/// Selects the pairs that a pairing considers.
///
/// Up to about 600 people, these are all pairs. For more people, the search places them on circles in fourteen orders,
/// and compares each person with the next people on each circle:
/// - Ten orders bring people with common words together (min-wise hashing: Broder, "On the resemblance and containment
///   of documents", 1997).
/// - Four orders are random.
///
/// A person with too few suitable neighbours is compared with other people who meet their needs, with all of them while
/// ``ProbeBudget`` allows it.
struct CandidateSearch {
    private static let fewestCandidates = 8

    let pool: PairingPool
    let values: PairValues
    /// The maximum number of pairs of a campus that are all considered.
    let maxPairsInFull: Int
    let budget: ProbeBudget

    private var count: Int { pool.count }

    func graph(random: inout SplitMix64) -> CandidateGraph {

        let edges =
            count * (count - 1) / 2 <= maxPairsInFull ? everyPair() : neighbours(random: &random)
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
        for _ in 0..<10 { addNext(on: circle(byWords: pool.words, random: &random), reach: 2) }
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
        return edges + moreEdges(for: degrees, besides: pairs, random: &random)
    }

    /// Returns further edges for people with few candidates. For each of them, the search through the other people
    /// begins at a random place, and takes the first suitable people.
    ///
    /// - Parameters:
    ///   - degrees: The number of candidates of each person.
    ///   - compared: The pairs that were compared, in order.
    ///   - random: The source of the starts.
    private func moreEdges(
        for degrees: [Int], besides compared: [UInt64], random: inout SplitMix64
    ) -> [CandidateGraph.Edge] {
        var (degrees, tried, edges) = (degrees, Set<UInt64>(), [CandidateGraph.Edge]())
        let few = degrees.indices.filter { degrees[$0] < Self.fewestCandidates }
        let most = budget.share(of: few.count)
        let everyone = [Array(0..<count)]
        for person in few {
            var probes = 0
            let start = random.next()
            let lists = pool.holders.candidates(for: person) ?? everyone
            RotatedConcatenation(lists, start: start).forEach { other in
                guard degrees[person] < Self.fewestCandidates, probes < most else { return false }
                guard other != person else { return true }
                let pair = UInt64(min(person, other)) << 32 | UInt64(max(person, other))
                guard !compared.binarySearchContains(pair), tried.insert(pair).inserted else { return true }
                probes += 1
                guard let edge = edge(person, other) else { return true }
                edges.append(edge)
                degrees[edge.one] += 1
                degrees[edge.other] += 1
                return true
            }
        }
        return edges
    }

    private func edge(_ one: Int, _ other: Int) -> CandidateGraph.Edge? {
        values(one, other).map { CandidateGraph.Edge(one: min(one, other), other: max(one, other), value: $0) }
    }

    /// Returns the people in one order.
    ///
    /// - Parameters:
    ///   - words: The hashed words of each person; `nil` for a random order.
    ///   - random: The source of the salts.
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

    /// Lists that are joined to a circle, which can be read from any place.
    private struct RotatedConcatenation {
        private let lists: [[Int]]
        private let count: Int
        private let start: UInt64

        /// - Parameters:
        ///   - lists: The lists.
        ///   - start: Any number. The first place is its remainder after division by the total length of the lists.
        init(_ lists: [[Int]], start: UInt64) {
            self.lists = lists
            count = lists.reduce(0) { $0 + $1.count }
            self.start = start
        }

        /// Calls `body` once for each place, until it returns `false`.
        func forEach(_ body: (Int) -> Bool) {
            guard count > 0 else { return }
            let first = Int(start % UInt64(count))
            for range in [first..<count, 0..<first] {
                var offset = 0
                for list in lists {
                    for place in max(
                        0, range.lowerBound - offset)..<max(
                            0, range.lowerBound - offset, min(list.count, range.upperBound - offset))
                    {
                        guard body(list[place]) else { return }
                    }
                    offset += list.count
                }
            }
        }
    }
}

extension [UInt64] {
    /// Whether a sorted array contains the element.
    fileprivate func binarySearchContains(_ element: UInt64) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == element
    }
}

/// The maximum number of comparisons in the search for rare partners. It bounds the time on a campus where few people
/// are suitable.
struct ProbeBudget {
    /// The number of comparisons that is divided equally among the people. Each person has at least ``fewest``.
    var total = 4_000_000
    var fewest = 512

    /// Returns the maximum number of comparisons for each of `people` people.
    func share(of people: Int) -> Int { max(fewest, total / max(1, people)) }
}
