public import OrbitModels

/// A person's hard requirements. They decide who is suggested, and never affect the score.
///
/// An unknown value fails. For example, people without an age are not suggested to a person with an age requirement.
public struct Dealbreakers: Hashable, Sendable {
    /// The accepted ages in years; `nil` for any age.
    public var ages: ClosedRange<Int>?
    /// The maximum distance of the other person's home. With `nil`, every distance and an unknown home are accepted.
    public var farthest: DistanceLevel?
    /// The minimum free time in common, ``FreeTimeLevel/some`` or ``FreeTimeLevel/plenty``; `nil` for no minimum.
    /// ``FreeTimeLevel/little`` requires nothing and becomes `nil`.
    public var freeTime: FreeTimeLevel? {
        didSet { freeTime = Self.requirement(freeTime) }
    }
    /// The goals of which the other person must have at least one. An empty set accepts any goals.
    public var goals: Set<FriendshipGoal>

    /// Creates requirements. By default, no value is required.
    public init(
        ages: ClosedRange<Int>? = nil, farthest: DistanceLevel? = nil, freeTime: FreeTimeLevel? = nil,
        goals: Set<FriendshipGoal> = []
    ) {
        self.ages = ages
        self.farthest = farthest
        self.freeTime = Self.requirement(freeTime)
        self.goals = goals
    }

    /// The ages in years that a server stores in ``ages``. No person has an age outside them.
    public static let possibleAges = 0...150

    /// A value without requirements.
    public static let none = Dealbreakers()

    /// Whether `other` may be suggested to `own`, the owner of these dealbreakers.
    ///
    /// Two people are suggested to each other only if both admit each other.
    public func admit(_ other: Profile, to own: Profile, on campus: ComparisonContext) -> Bool {
        rule.admits(DealbreakerTraits(other, on: campus), to: DealbreakerTraits(own, on: campus))
    }

    private static func requirement(_ level: FreeTimeLevel?) -> FreeTimeLevel? { level == .little ? nil : level }
}
