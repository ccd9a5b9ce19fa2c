import BackendRuntime
import Matching
import OrbitModels
import Profiles

/// What the daily pairing knows of the people of a campus, in flat arrays: a pair is scored in some tens of
/// nanoseconds.
struct PairingTraits: Sendable {
    private struct Person {
        let id: UserID
        /// Those who share some are compared first.
        let affinities: [String]
        let isPaused: Bool
    }

    private let scale: CampusScale
    private var people: [Person] = []
    /// What dealbreakers are held against: both sides can tell what comes of it.
    private var compared: [DealbreakerTraits] = []
    /// What others must have; `nil` if that is nothing.
    private var rules: [DealbreakerRule?] = []
    /// The interests and sports of all, each person's in order, and where those of each begin.
    private var words: [Int32] = []
    private var starts = [0]
    private var numbers: [String: Int32] = [:]

    init(on scale: CampusScale) {
        self.scale = scale
    }

    /// Adds a person. The score is made of what all on campus may see: a match tells what it came of.
    mutating func add(_ id: UserID, _ person: ComparedProfile, _ taste: TasteRecord?, isPaused: Bool) {
        let profile = person.own
        func shown<Element>(_ field: ProfileField, _ elements: [Element]) -> [Element] {
            profile.isShown(field, to: .stranger) ? elements : []
        }
        let interests = Set(shown(.interests, profile.interests).map(\.id))
        let sports = Set(shown(.sports, profile.sports.map(\.sport.rawValue)))
        words += (interests.map { number(of: "interest \($0)") } + sports.map { number(of: "sport \($0)") }).sorted()
        starts.append(words.count)
        let dealbreakers = taste?.dealbreakers ?? .none
        rules.append(dealbreakers == .none ? nil : dealbreakers.rule)
        compared.append(DealbreakerTraits(person.shown, on: scale))
        people.append(Person(id: id, affinities: (Array(interests) + Array(sports)).sorted(), isPaused: isPaused))
    }

    private mutating func number(of word: String) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[word] = number
        return number
    }

    /// The people by their numbers.
    var candidates: [PairingCandidate<Int>] {
        let marks = PairingMarks(of: compared)
        return people.indices.map { number in
            PairingCandidate(
                id: people[number].id, affinities: people[number].affinities, marks: marks.marks(of: compared[number]),
                needs: rules[number].map { marks.needs(of: $0, for: compared[number]) } ?? [], traits: number,
                isPaused: people[number].isPaused)
        }
    }

    /// Those who want to be paired.
    var waiting: [UserID] { people.filter { !$0.isPaused }.map(\.id) }

    /// The share of interests and sports that both have, from 0 to 1; `nil` if a dealbreaker of either forbids it.
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
