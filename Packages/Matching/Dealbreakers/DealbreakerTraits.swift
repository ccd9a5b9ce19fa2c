public import OrbitModels

/// The traits of a person that dealbreakers check. They are read from the profile once, so that each check of a pair
/// takes nanoseconds.
///
/// ```swift
/// let (me, them) = (DealbreakerTraits(mine, on: campus), DealbreakerTraits(theirs, on: campus))
/// Dealbreakers(ages: 18...25).rule.admits(them, to: me)
/// ```
public struct DealbreakerTraits: Hashable, Sendable {
    /// The age in completed years; `nil` if unknown.
    let age: Int?
    /// The kinds of friendship that the person wants.
    let goals: GoalSet
    /// The square of the home; `nil` if unknown.
    let home: HomeSquare?
    let hours: HourSet

    /// Reads the traits from a profile, with the day, clock and squares of a campus.
    public init(_ profile: Profile, on campus: ComparisonContext) {
        age = profile.age(on: campus.day)
        goals = GoalSet(profile.friendshipGoals)
        home = campus.home(of: profile)
        hours = campus.hours(of: profile)
    }
}

/// A set of goals, with a bit for each known goal.
struct GoalSet: Hashable, Sendable {
    private let bits: UInt32
    private let others: Set<FriendshipGoal>

    init(_ goals: some Sequence<FriendshipGoal>) {
        var bits: UInt32 = 0
        var others: Set<FriendshipGoal> = []
        for goal in goals {
            if let place = FriendshipGoal.known.firstIndex(of: goal), place < Self.maxGoals {
                bits |= 1 << UInt32(place)
            } else {
                others.insert(goal)
            }
        }
        (self.bits, self.others) = (bits, others)
    }

    /// Whether the two sets have no goal in common.
    func isDisjoint(with other: GoalSet) -> Bool {
        bits & other.bits == 0 && (others.isEmpty || others.isDisjoint(with: other.others))
    }

    var isEmpty: Bool { bits == 0 && others.isEmpty }

    /// Whether this version knows all goals of the set.
    var isKnown: Bool { others.isEmpty }

    /// The indexes of the set's goals among the known goals, 0 to ``maxGoals`` - 1.
    var numbers: [Int] { (0..<Self.maxGoals).filter { bits >> UInt32($0) & 1 == 1 } }

    static let maxGoals = UInt32.bitWidth
}
