public import OrbitModels

/// A person who may be paired.
public struct PairingCandidate<Traits> {
    /// The person.
    public let id: UserID
    /// Words such as interests. On a large campus, people with common words are compared first.
    public let affinities: [String]
    /// What others may need of the person, as numbers; see ``PairingMarks``.
    public let marks: [Int]
    /// What the person needs: of each of these, others have a mark, or `score` is `nil`. So people that nobody suits
    /// cost nothing, and for those with few candidates these are looked for where they are.
    public let needs: [[Int]]
    /// The input of the score.
    public let traits: Traits
    /// Whether the person is left out today.
    public let isPaused: Bool

    /// Creates a candidate.
    public init(
        id: UserID, affinities: [String] = [], marks: [Int] = [], needs: [[Int]] = [], traits: Traits,
        isPaused: Bool = false
    ) {
        self.id = id
        self.affinities = affinities
        self.marks = marks
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
    /// The most recent day.
    public let day: CalendarDay

    /// Creates a past pair.
    public init(_ pair: UserPair, on day: CalendarDay) {
        self.pair = pair
        self.day = day
    }
}
