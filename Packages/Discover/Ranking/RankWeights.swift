/// How much each term of the score counts.
///
/// The weights are shares: whatever is given is scaled to a sum of 1, and a weight that is negative or not a
/// finite number counts as 0.
public struct RankWeights: Hashable, Sendable {
    public let personality: Double
    public let interests: Double
    public let availability: Double
    public let groupSize: Double
    public let meetingFrequency: Double
    public let preferredTimes: Double
    public let distance: Double

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

    /// What Discover ranks by: people become friends over what they do and when they can meet.
    public static let standard = RankWeights(
        personality: 0.22, interests: 0.30, availability: 0.25, groupSize: 0.05, meetingFrequency: 0.04,
        preferredTimes: 0.04, distance: 0.10)
}
