/// The pairs considered, with their values. People are identified by numbers.
struct CandidateGraph {
    struct Edge {
        private let first: Int32
        private let second: Int32
        let value: Double

        init(one: Int, other: Int, value: Double) {
            (first, second) = (Int32(truncatingIfNeeded: one), Int32(truncatingIfNeeded: other))
            self.value = value
        }

        var one: Int { Int(first) }
        var other: Int { Int(second) }
    }

    /// An edge from a person to another person, with the rank of the pair among all pairs.
    struct Link {
        private let number: Int32
        private let place: Int32

        init(person: Int, rank: Int) {
            (number, place) = (Int32(truncatingIfNeeded: person), Int32(truncatingIfNeeded: rank))
        }

        var person: Int { Int(number) }
        var rank: Int { Int(place) }
    }

    let peopleCount: Int
    /// The pairs, best first.
    let edges: [Edge]
    /// The numbers of best pairs that do not separate pairs of equal value, in ascending order. The pair after such a
    /// number has a lower value than the pair before. The last number is the number of all pairs.
    let steps: [Int]
    private let starts: [Int]
    private let allLinks: [Link]

    /// Creates a graph. Ties are broken at random, so that no id is favoured.
    init(peopleCount: Int, edges unsorted: [Edge], random: inout some RandomNumberGenerator) {
        let edges = Self.sorted(unsorted, random: &random)
        steps = edges.indices.dropFirst().filter { edges[$0].value != edges[$0 - 1].value } + [edges.count]
        var starts = [Int](repeating: 0, count: peopleCount + 1)
        for edge in edges {
            starts[edge.one + 1] += 1
            starts[edge.other + 1] += 1
        }
        for person in 0..<peopleCount { starts[person + 1] += starts[person] }
        var next = starts
        var links = [Link](repeating: Link(person: 0, rank: 0), count: 2 * edges.count)
        for (rank, edge) in edges.enumerated() {
            links[next[edge.one]] = Link(person: edge.other, rank: rank)
            links[next[edge.other]] = Link(person: edge.one, rank: rank)
            next[edge.one] += 1
            next[edge.other] += 1
        }
        self.peopleCount = peopleCount
        self.edges = edges
        self.starts = starts
        allLinks = links
    }

    /// Returns the edges by value, best first. The time is linear in the edges, because a counting sort is used.
    // Scores have few different values.
    private static func sorted(_ edges: [Edge], random: inout some RandomNumberGenerator) -> [Edge] {
        var counts: [Double: Int] = [:]
        for edge in edges { counts[edge.value, default: 0] += 1 }
        var (next, place) = ([Double: Int](), 0)
        for (value, count) in counts.sorted(by: { $0.key > $1.key }) {
            next[value] = place
            place += count
        }
        let starts = next
        var sorted = edges
        for edge in edges {
            guard let place = next[edge.value] else { continue }
            sorted[place] = edge
            next[edge.value] = place + 1
        }
        for value in counts.keys.sorted(by: >) {
            guard let start = starts[value], let end = next[value] else { continue }
            sorted[start..<end].shuffle(using: &random)
        }
        return sorted
    }

    /// Returns the links of a person, best first.
    func links(of person: Int) -> ArraySlice<Link> { allLinks[starts[person]..<starts[person + 1]] }

    /// Returns the value of a pair, or `nil` if it is not considered. Takes linear time in the shorter of the two
    /// lists.
    func value(_ one: Int, _ other: Int) -> Double? {
        let (from, to) = links(of: one).count <= links(of: other).count ? (one, other) : (other, one)
        return links(of: from).first { $0.person == to }.map { edges[$0.rank].value }
    }
}
