import OrbitModels

/// The people of a campus who are to be paired, in the order of their ids. The index of a person is the person's
/// number.
@usableFromInline struct PairingPool {
    /// The indexes of these people in the input.
    @usableFromInline private(set) var places: [Int] = []
    private(set) var ids: [UserID] = []
    /// The hashed words of each person.
    private(set) var words: [[UInt64]] = []
    private(set) var holders: InvertedIndex
    /// The people who are not paired, with the reasons.
    private(set) var waiting: [UserID: PairedCampus.Reason] = [:]

    @usableFromInline init<Traits>(_ people: [PairingCandidate<Traits>]) {
        var last: UserID?
        for (id, place) in people.enumerated().map({ ($1.id, $0) }).sorted(by: { $0 < $1 }) where id != last {
            last = id
            if people[place].isPaused {
                waiting[id] = .paused
            } else {
                places.append(place)
            }
        }
        holders = InvertedIndex(
            traitNumbers: places.map { people[$0].traitNumbers }, needs: places.map { people[$0].needs })
        let all = places
        // Excluding people can make other people hopeless, so the search is repeated a few times.
        for _ in 0..<8 {
            let hopeless = holders.hopeless
            if hopeless.isEmpty { break }
            for number in hopeless { waiting[people[places[number]].id] = all.count == 1 ? .alone : .nobodySuitable }
            let gone = Set(hopeless)
            places = places.indices.filter { !gone.contains($0) }.map { places[$0] }
            holders = InvertedIndex(
                traitNumbers: places.map { people[$0].traitNumbers }, needs: places.map { people[$0].needs })
        }
        ids = places.map { people[$0].id }
        words = places.map { people[$0].affinityHashes }
    }

    var count: Int { places.count }

    /// The people with each trait. It finds people whose needs no other person meets, and the few people to compare a
    /// person with.
    struct InvertedIndex {
        /// The needs by person.
        private let needs: [[[Int]]]
        /// The people by the number of a trait, in the order of their numbers.
        private var holders: [Int: [Int]] = [:]

        init(traitNumbers: [[Int]], needs: [[[Int]]]) {
            self.needs = needs
            guard needs.contains(where: { !$0.isEmpty }) else { return }
            for (person, numbers) in traitNumbers.enumerated() {
                for number in numbers { holders[number, default: []].append(person) }
            }
        }

        /// The people with a need that no other person meets.
        var hopeless: [Int] {
            needs.indices.filter { person in
                needs[person].contains { need in
                    !need.contains { number in (holders[number] ?? []).contains { $0 != person } }
                }
            }
        }

        /// Returns the people who meet the rarest need of a person, in lists that may overlap. Returns `nil` if the
        /// person has no needs.
        func candidates(for person: Int) -> [[Int]]? {
            needs[person].map { $0.compactMap { holders[$0] } }.min { Self.count($0) < Self.count($1) }
        }

        private static func count(_ lists: [[Int]]) -> Int { lists.reduce(0) { $0 + $1.count } }
    }
}
