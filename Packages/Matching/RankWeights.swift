/// The weights of the terms of the score.
///
/// The weights are scaled to a sum of 1; a negative or non-finite weight counts as 0.
public struct RankWeights: Hashable, Sendable {
    /// Similarity of personality.
    public let personality: Double
    /// Shared interests, by rarity.
    public let interests: Double
    /// Free time in common.
    public let availability: Double
    /// Similar preferred group size.
    public let groupSize: Double
    /// Same meeting frequency.
    public let meetingFrequency: Double
    /// Shared preferred times.
    public let preferredTimes: Double
    /// How near the homes are.
    public let distance: Double

    /// Creates weights in any unit; they are scaled.
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

    /// The weights for Discover: people become friends through what they do and when they can meet.
    public static let standard = RankWeights(
        personality: 0.22, interests: 0.30, availability: 0.25, groupSize: 0.05, meetingFrequency: 0.04,
        preferredTimes: 0.04, distance: 0.10)
}
