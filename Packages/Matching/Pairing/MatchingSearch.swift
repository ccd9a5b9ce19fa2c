/// Grows a matching along augmenting paths with the blossom algorithm (Edmonds, "Paths, Trees, and Flowers", 1965). The
/// blossoms are stored in a union-find forest.
struct MatchingSearch {
    static let unmatched = -1

    private enum Side {
        case unseen, outer, inner
    }

    private let graph: CandidateGraph
    /// The partner of each person, or ``unmatched``.
    var mates: [Int]
    /// The rank below which pairs are used.
    private var rankLimit = 0
    /// Whether no augmenting path can start from a person any more.
    private var isBarren: [Bool]

    private var sides: [Side]
    private var previous: [Int]
    private var bases: [Int]
    private var marks: [Int]
    private var mark = 0
    private var seen: [Int] = []

    /// - Parameters:
    ///   - graph: The pairs.
    ///   - mates: The initial matching.
    init(_ graph: CandidateGraph, mates: [Int]) {
        self.graph = graph
        self.mates = mates
        let count = graph.peopleCount
        isBarren = Array(repeating: false, count: count)
        sides = Array(repeating: .unseen, count: count)
        previous = Array(repeating: Self.unmatched, count: count)
        bases = Array(0..<count)
        marks = Array(repeating: 0, count: count)
    }

    /// Matches as many people as the first `rankLimit` pairs allow. Stops when more than `tolerated` people must remain
    /// unmatched.
    ///
    /// - Parameters:
    ///   - rankLimit: The number of best pairs to use.
    ///   - tolerated: The number of people who may remain unmatched.
    /// - Returns: Whether at most `tolerated` people remain unmatched.
    mutating func maximize(rankLimit: Int, tolerated: Int) -> Bool {
        self.rankLimit = rankLimit
        for edge in graph.edges[..<rankLimit]
        where mates[edge.one] == Self.unmatched && mates[edge.other] == Self.unmatched {
            mates[edge.one] = edge.other
            mates[edge.other] = edge.one
        }
        var alone = 0
        for person in mates.indices where mates[person] == Self.unmatched {
            if augment(from: person) { continue }
            // A tree without an augmenting path is excluded from later searches, so failures have a low total cost.
            for other in seen { isBarren[other] = true }
            alone += 1
            if alone > tolerated { return false }
        }
        return true
    }

    /// Unmatches `person`, and matches `alone` instead.
    ///
    /// - Parameters:
    ///   - person: The person to unmatch.
    ///   - alone: The person without a partner.
    ///   - rankLimit: The number of best pairs to use.
    /// - Returns: Whether all other matched people are still matched.
    mutating func spare(_ person: Int, for alone: Int, rankLimit: Int) -> Bool {
        self.rankLimit = rankLimit
        let partner = mates[person]
        guard partner != Self.unmatched else { return person == alone }
        mates[person] = Self.unmatched
        mates[partner] = Self.unmatched
        isBarren[person] = true
        return augment(from: alone)
    }

    private mutating func augment(from root: Int) -> Bool {
        for person in seen {
            sides[person] = .unseen
            bases[person] = person
        }
        seen.removeAll(keepingCapacity: true)
        guard !isBarren[root] else { return false }
        see(root, .outer)
        var queue = [root]
        var next = 0
        while next < queue.count {
            let person = queue[next]
            next += 1
            for link in graph.links(of: person) {
                guard link.rank < rankLimit else { break }
                let other = link.person
                guard !isBarren[other] else { continue }
                switch sides[other] {
                case .unseen:
                    previous[other] = person
                    see(other, .inner)
                    let mate = mates[other]
                    guard mate != Self.unmatched else {
                        flipPath(endingAt: other)
                        return true
                    }
                    see(mate, .outer)
                    queue.append(mate)
                case .outer:
                    guard base(of: person) != base(of: other) else { continue }
                    let meeting = meetingBase(person, other)
                    shrink(from: person, over: other, to: meeting, &queue)
                    shrink(from: other, over: person, to: meeting, &queue)
                case .inner: continue
                }
            }
        }
        return false
    }

    private mutating func see(_ person: Int, _ side: Side) {
        sides[person] = side
        seen.append(person)
    }

    private mutating func flipPath(endingAt end: Int) {
        var person = end
        while person != Self.unmatched {
            let partner = previous[person]
            let left = mates[partner]
            mates[person] = partner
            mates[partner] = person
            person = left
        }
    }

    private mutating func base(of person: Int) -> Int {
        var person = person
        while bases[person] != person {
            bases[person] = bases[bases[person]]
            person = bases[person]
        }
        return person
    }

    /// Returns the base at which the paths from two outer people to the root meet.
    private mutating func meetingBase(_ one: Int, _ other: Int) -> Int {
        mark += 1
        var (here, there) = (base(of: one), base(of: other))
        while true {
            if here != Self.unmatched {
                if marks[here] == mark { return here }
                marks[here] = mark
                let mate = mates[here]
                here = mate == Self.unmatched ? Self.unmatched : base(of: previous[mate])
            }
            swap(&here, &there)
        }
    }

    private mutating func shrink(from start: Int, over bridge: Int, to meeting: Int, _ queue: inout [Int]) {
        var (person, other) = (start, bridge)
        while base(of: person) != meeting {
            previous[person] = other
            other = mates[person]
            if sides[other] == .inner {
                sides[other] = .outer
                queue.append(other)
            }
            if bases[person] == person { bases[person] = meeting }
            if bases[other] == other { bases[other] = meeting }
            person = previous[other]
        }
    }
}
