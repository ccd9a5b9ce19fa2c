/// The people that have each mark: finds those that no other can suit, and the few to compare a person with.
struct MarkHolders {
    /// By person.
    private let needs: [[[Int]]]
    /// By mark, in the order of numbers.
    private var holders: [Int: [Int]] = [:]

    init(marks: [[Int]], needs: [[[Int]]]) {
        self.needs = needs
        guard needs.contains(where: { !$0.isEmpty }) else { return }
        for (number, marks) in marks.enumerated() {
            for mark in marks { holders[mark, default: []].append(number) }
        }
    }

    /// The people who have a need that nobody else meets.
    var hopeless: [Int] {
        needs.indices.filter { person in
            needs[person].contains { need in
                !need.contains { mark in (holders[mark] ?? []).contains { $0 != person } }
            }
        }
    }

    /// The people who meet the need of a person that fewest meet, in lists that may overlap; `nil` if the person needs
    /// nothing.
    func candidates(for person: Int) -> [[Int]]? {
        needs[person].map { $0.compactMap { holders[$0] } }.min { Self.count($0) < Self.count($1) }
    }

    private static func count(_ lists: [[Int]]) -> Int { lists.reduce(0) { $0 + $1.count } }
}
