import OrbitModels

/// Dealbreakers that are prepared for checks of many people. They are checked against ``DealbreakerTraits``, without a
/// profile.
public struct DealbreakerRule: Hashable, Sendable {
    let ages: ClosedRange<Int>?
    let farthest: DistanceLevel?
    private let freeTime: FreeTimeLevel?
    let goals: GoalSet

    init(_ dealbreakers: Dealbreakers) {
        ages = dealbreakers.ages
        farthest = dealbreakers.farthest
        freeTime = dealbreakers.freeTime
        goals = GoalSet(dealbreakers.goals)
    }

    /// Whether another person may be suggested to the owner of the rule. Unknown values of either person fail. A check
    /// takes a few nanoseconds.
    public func admits(_ other: DealbreakerTraits, to own: DealbreakerTraits) -> Bool {
        if let ages {
            guard let age = other.age, ages.contains(age) else { return false }
        }
        guard goals.isEmpty || !goals.isDisjoint(with: other.goals) else { return false }
        if let farthest {
            guard let mine = own.home, let theirs = other.home, mine.distanceLevel(to: theirs) <= farthest else {
                return false
            }
        }
        if let freeTime {
            let shared = own.hours.intersection(other.hours).count
            guard
                let level = AvailabilityTerm.level(shared: shared, mine: own.hours.count, theirs: other.hours.count),
                level >= freeTime
            else { return false }
        }
        return true
    }
}

extension Dealbreakers {
    /// The rule that checks these dealbreakers against many people.
    public var rule: DealbreakerRule { DealbreakerRule(self) }
}
