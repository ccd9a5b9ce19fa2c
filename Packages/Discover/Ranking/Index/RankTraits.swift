public import OrbitModels

/// What an index keeps of one person.
public struct RankTraits: Hashable, Sendable {
    public var personality: Personality
    /// The numbers of the interests. What they stand for is the caller's business; small ones are not required.
    /// Repetitions count once, and those beyond the first 64 not at all.
    public var interests: [Int]
    /// On one wall clock for all.
    public var hours: HourSet
    public var preferences: SocialPreferences
    public var place: EarthPoint?

    public init(
        personality: Personality = .unanswered, interests: [Int] = [], hours: HourSet = HourSet(),
        preferences: SocialPreferences = SocialPreferences(), place: EarthPoint? = nil
    ) {
        self.personality = personality
        self.interests = interests
        self.hours = hours
        self.preferences = preferences
        self.place = place
    }
}
