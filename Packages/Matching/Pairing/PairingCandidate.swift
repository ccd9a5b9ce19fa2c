public import OrbitModels
import TimeAndChance

/// A person who may be paired.
public struct PairingCandidate<Traits> {
    /// The person.
    public let id: UserID
    /// The hashes of the affinities by `StableHash.fnv1a`, in any order.
    let affinityHashes: [UInt64]
    /// The person's properties that other people may need, as numbers; see ``TraitNumbers``.
    public let traitNumbers: [Int]
    /// The person's needs. For each need, a partner must have at least one of its numbers; otherwise `score` must
    /// return `nil`.
    ///
    /// If no other person meets a need, the pairing excludes the person without any comparison. For a person with few
    /// candidates, the pairing finds further candidates by these numbers.
    public let needs: [[Int]]
    /// The input of the score.
    public let traits: Traits
    /// Whether the person has paused pairing for the day.
    public let isPaused: Bool

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - affinities: Words such as interests. On a large campus, people with common words are compared first.
    ///   - traitNumbers: The properties that other people may need.
    ///   - needs: The needs of the person.
    ///   - traits: The input of the score.
    ///   - isPaused: Whether the person has paused pairing for the day.
    public init(
        id: UserID, affinities: [String] = [], traitNumbers: [Int] = [], needs: [[Int]] = [], traits: Traits,
        isPaused: Bool = false
    ) {
        self.init(
            id: id, affinityHashes: affinities.map(StableHash.fnv1a), traitNumbers: traitNumbers, needs: needs,
            traits: traits, isPaused: isPaused)
    }

    /// Creates a candidate from hashes of its affinities by `StableHash.fnv1a`.
    package init(
        id: UserID, affinityHashes: [UInt64], traitNumbers: [Int], needs: [[Int]], traits: Traits, isPaused: Bool
    ) {
        self.id = id
        self.affinityHashes = affinityHashes
        self.traitNumbers = traitNumbers
        self.needs = needs
        self.traits = traits
        self.isPaused = isPaused
    }
}

extension PairingCandidate: Sendable where Traits: Sendable {}

/// A pair of people who were paired before.
public struct PastPair: Hashable, Sendable {
    /// The two people.
    public let pair: UserPair
    /// The most recent day of the pair.
    public let day: CalendarDay

    /// Creates a past pair.
    public init(_ pair: UserPair, on day: CalendarDay) {
        self.pair = pair
        self.day = day
    }
}
