/// The weights of the terms of the score.
///
/// They are scaled to a sum of 1. A negative or non-finite weight counts as 0.
public struct RankWeights: Hashable, Sendable {
    /// The weight of similar personalities.
    public let personality: Double
    /// The weight of shared interests, by rarity.
    public let interests: Double
    /// The weight of free time in common.
    public let availability: Double
    /// The weight of similar group sizes.
    public let groupSize: Double
    /// The weight of equal meeting frequencies.
    public let meetingFrequency: Double
    /// The weight of shared preferred times.
    public let preferredTimes: Double
    /// The weight of nearby homes.
    public let distance: Double

    /// Creates weights in any unit. They are scaled to a sum of 1.
    public init(
        personality: Double, interests: Double, availability: Double, groupSize: Double, meetingFrequency: Double,
        preferredTimes: Double, distance: Double
    ) {
        let given = [
            personality, interests, availability, groupSize, meetingFrequency, preferredTimes, distance,
        ].map { $0 > 0 && $0.isFinite ? min($0, 1e9) : 0 }
        let sum = given.reduce(0, +)
        let shares = sum > 0 ? given.map { $0 / sum } : given
        self.personality = shares[0]
        self.interests = shares[1]
        self.availability = shares[2]
        self.groupSize = shares[3]
        self.meetingFrequency = shares[4]
        self.preferredTimes = shares[5]
        self.distance = shares[6]
    }

    /// The weights for Discover. Interests and availability weigh most, because friendships depend on common activities
    /// and common free time.
    public static let standard = RankWeights(
        personality: 0.22, interests: 0.30, availability: 0.25, groupSize: 0.05, meetingFrequency: 0.04,
        preferredTimes: 0.04, distance: 0.10)
}
