public import OrbitModels

/// What an index stores of a person.
public struct RankTraits: Hashable, Sendable {
    /// The positions on the personality scales.
    public var personality: Personality
    /// The numbers of the interests, assigned by the caller; they need not be small. Repetitions count once; only the
    /// first 64 count.
    public var interests: [Int]
    /// The free hours, in the same zone for all people.
    public var hours: HourSet
    /// How the person likes to meet.
    public var preferences: SocialPreferences
    /// The square the person lives in, of one grid for all people.
    public var home: HomeSquare?

    /// Creates the traits; what is left out is unanswered.
    public init(
        personality: Personality = .unanswered, interests: [Int] = [], hours: HourSet = HourSet(),
        preferences: SocialPreferences = SocialPreferences(), home: HomeSquare? = nil
    ) {
        self.personality = personality
        self.interests = interests
        self.hours = hours
        self.preferences = preferences
        self.home = home
    }
}
