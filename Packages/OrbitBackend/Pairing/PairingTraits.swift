import BackendRuntime
import Matching
import OrbitModels
import Profiles

/// The traits of the people of a campus for the daily pairing, in flat arrays. Scoring a pair takes some tens of
/// nanoseconds.
struct PairingTraits: Sendable {
    private struct Person {
        let id: UserID
        /// The interests and sports. People who share some of them are compared first.
        let affinities: [String]
        let isPaused: Bool
    }

    private let comparison: ComparisonContext
    private var people: [Person] = []
    /// The values that dealbreakers are checked against. They contain only values that other people may see, because
    /// both people can infer the result.
    private var compared: [DealbreakerTraits] = []
    /// The requirements that each person has of others; `nil` for a person without requirements.
    private var rules: [DealbreakerRule?] = []
    /// The interests and sports of all people, in order for each person. `starts` contains the first index of each
    /// person.
    private var words: [Int32] = []
    private var starts = [0]
    private var numbers: [String: Int32] = [:]

    init(on comparison: ComparisonContext) {
        self.comparison = comparison
    }

    /// Adds a person. The score uses only values that all people on campus may see, because a match reveals its
    /// reasons.
    mutating func add(_ id: UserID, _ person: ComparedProfile, _ preferences: PreferenceRecord?, isPaused: Bool) {
        let profile = person.own
        func shown<Element>(_ field: ProfileField, _ elements: [Element]) -> [Element] {
            profile.isShown(field, to: .stranger) ? elements : []
        }
        let interests = Set(shown(.interests, profile.interests).map(\.id))
        let sports = Set(shown(.sports, profile.sports.map(\.sport.rawValue)))
        words += (interests.map { number(of: "interest \($0)") } + sports.map { number(of: "sport \($0)") }).sorted()
        starts.append(words.count)
        let dealbreakers = preferences?.dealbreakers ?? .none
        rules.append(dealbreakers == .none ? nil : dealbreakers.rule)
        compared.append(DealbreakerTraits(person.shown, on: comparison))
        people.append(Person(id: id, affinities: (Array(interests) + Array(sports)).sorted(), isPaused: isPaused))
    }

    private mutating func number(of word: String) -> Int32 {
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
                id: people[number].id, affinities: people[number].affinities,
                traitNumbers: traitNumbers.numbers(of: compared[number]),
                needs: rules[number].map { traitNumbers.needs(of: $0, for: compared[number]) } ?? [], traits: number,
                isPaused: people[number].isPaused)
        }
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
        rules[one]?.admits(compared[other], to: compared[one]) ?? true
    }
}
