/// The pairs considered, with their values. People are numbered.
struct CandidateGraph {
    struct Edge {
        let one: Int
        let other: Int
        let value: Double
    }

    /// A person's edge to another, with the rank of the pair among all.
    struct Link {
        let person: Int
        let rank: Int
    }

    let peopleCount: Int
    /// Best first.
    let edges: [Edge]
    private let starts: [Int]
    private let allLinks: [Link]

    /// Ties are broken at random, so that no id is favoured.
    init(peopleCount: Int, edges unsorted: [Edge], random: inout some RandomNumberGenerator) {
        let drawn = unsorted.map { (edge: $0, tieBreak: random.next()) }
        let edges = drawn.sorted { ($0.edge.value, $0.tieBreak) > ($1.edge.value, $1.tieBreak) }.map(\.edge)
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

    /// The people that a person is compared with, best first.
    func links(of person: Int) -> ArraySlice<Link> { allLinks[starts[person]..<starts[person + 1]] }

    /// The value of a pair; `nil` if it is not considered. Linear in the shorter of the two lists.
    func value(_ one: Int, _ other: Int) -> Double? {
        let (from, to) = links(of: one).count <= links(of: other).count ? (one, other) : (other, one)
        return links(of: from).first { $0.person == to }.map { edges[$0.rank].value }
    }
}
