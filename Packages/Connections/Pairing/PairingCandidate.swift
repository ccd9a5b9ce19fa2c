public import OrbitModels

/// Someone who may be paired.
public struct PairingCandidate<Traits> {
    public let id: UserID
    /// Words such as interests. On a large campus, people with words in common are compared first.
    public let affinities: [String]
    /// What the score is computed from.
    public let traits: Traits
    public let isPaused: Bool

    public init(id: UserID, affinities: [String] = [], traits: Traits, isPaused: Bool = false) {
        self.id = id
        self.affinities = affinities
        self.traits = traits
        self.isPaused = isPaused
    }
}

extension PairingCandidate: Sendable where Traits: Sendable {}

/// Two people who were paired before.
public struct PastPair: Hashable, Sendable {
    public let pair: UserPair
    /// The last time.
    public let day: CalendarDay

    public init(_ pair: UserPair, on day: CalendarDay) {
        self.pair = pair
        self.day = day
    }
}
