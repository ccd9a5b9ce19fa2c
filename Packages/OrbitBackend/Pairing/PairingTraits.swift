import Matching
import OrbitModels

/// The traits of the people of a campus for the daily pairing, in flat arrays. Scoring a pair takes some tens of
/// nanoseconds.
struct PairingTraits: Sendable {
    private struct Person {
        let id: UserID
        /// The hashes of interests and sports. People who share some of them are compared first.
        let affinityHashes: [UInt64]
        let isPaused: Bool
    }

    /// Distinguishes a sport from an interest of the same name.
    private static let sportsMask: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var people: [Person] = []
    /// The values that dealbreakers are checked against. They contain only values that other people may see, because
    /// both people can infer the result.
    private var compared: [DealbreakerTraits] = []
    /// The requirements that each person has of others. A person with unknown requirements has no partner.
    private var requirements: [CachedPerson.Requirements] = []
    /// The interests and sports of all people, in order for each person. `starts` contains the first index of each
    /// person.
    private var words: [Int32] = []
    private var starts = [0]
    private var numbers: [UInt64: Int32] = [:]

    /// Adds a person. The score uses only values that all people on campus may see, because a match reveals its
    /// reasons.
    mutating func add(
        _ id: UserID, _ person: CachedPerson, _ requirements: CachedPerson.Requirements, isPaused: Bool
    ) {
        let hashes = person.interests + person.sports.map { $0 ^ Self.sportsMask }
        words += hashes.map { number(of: $0) }.sorted()
        starts.append(words.count)
        self.requirements.append(requirements)
        compared.append(person.traits)
        people.append(Person(id: id, affinityHashes: person.interests + person.sports, isPaused: isPaused))
    }

    private mutating func number(of word: UInt64) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[word] = number
        return number
    }

    /// The candidates for the pairing, with indices as traits.
    var candidates: [PairingCandidate<Int>] {
        let traitNumbers = TraitNumbers(of: compared)
        return people.indices.map { number in
            PairingCandidate(
                id: people[number].id, affinityHashes: people[number].affinityHashes,
                traitNumbers: traitNumbers.numbers(of: compared[number]),
                needs: needs(of: number, traitNumbers), traits: number, isPaused: people[number].isPaused)
        }
    }

    private func needs(of number: Int, _ traitNumbers: TraitNumbers) -> [[Int]] {
        guard case .rule(let rule) = requirements[number] else { return [] }
        return traitNumbers.needs(of: rule, for: compared[number])
    }

    /// The people who want to be paired.
    var waiting: [UserID] { people.filter { !$0.isPaused }.map(\.id) }

    /// Returns the share of interests and sports that both have, from 0 to 1; `nil` if a dealbreaker excludes the pair.
    func score(_ one: Int, _ other: Int) -> Double? {
        guard admits(one, other), admits(other, one) else { return nil }
        var (mine, theirs) = (starts[one], starts[other])
        let (myEnd, theirEnd) = (starts[one + 1], starts[other + 1])
        var all = myEnd - mine + theirEnd - theirs
        var shared = 0
        while mine < myEnd, theirs < theirEnd {
            let (word, otherWord) = (words[mine], words[theirs])
            if word == otherWord { shared += 1 }
            if word <= otherWord { mine += 1 }
            if otherWord <= word { theirs += 1 }
        }
        all -= shared
        return all == 0 ? 0 : Double(shared) / Double(all)
    }

    private func admits(_ one: Int, _ other: Int) -> Bool {
        switch requirements[one] {
        case .nothing: true
        case .rule(let rule): rule.admits(compared[other], to: compared[one])
        case .unknown: false
        }
    }
}
