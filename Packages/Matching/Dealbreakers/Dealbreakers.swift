public import OrbitModels

/// A person's hard requirements. Dealbreakers decide who is shown at all and never affect the score.
///
/// An unknown value fails: a person with an age requirement is not shown people without an age.
public struct Dealbreakers: Hashable, Sendable {
    /// The accepted ages in years; `nil` for any.
    public var ages: ClosedRange<Int>?
    /// The greatest accepted distance; `nil` for any.
    public var farthest: DistanceBucket?
    /// Minimum of shared free hours a week, 0 to 168.
    public var sharedHours: Int
    /// The other person must have at least one of these goals; empty for any.
    public var goals: Set<FriendshipGoal>

    /// Creates requirements; `sharedHours` is clamped to 0...168.
    public init(
        ages: ClosedRange<Int>? = nil, farthest: DistanceBucket? = nil, sharedHours: Int = 0,
        goals: Set<FriendshipGoal> = []
    ) {
        self.ages = ages
        self.farthest = farthest
        self.sharedHours = min(max(0, sharedHours), 168)
        self.goals = goals
    }

    /// No requirements.
    public static let none = Dealbreakers()

    /// Whether `other` may be suggested to `own`, whose dealbreakers these are. Two people are suggested to each other
    /// only if both admit each other.
    public func admit(_ other: Profile, to own: Profile, on campus: CampusScale) -> Bool {
        if let ages {
            guard let age = other.age(on: campus.day), ages.contains(age) else { return false }
        }
        if !goals.isEmpty, goals.isDisjoint(with: other.friendshipGoals) { return false }
        if let farthest {
            guard let here = campus.place(of: own), let there = campus.place(of: other),
                DistanceBucket(kilometres: here.kilometres(to: there)) <= farthest
            else { return false }
        }
        return sharedHours == 0
            || campus.hours(of: own).intersection(campus.hours(of: other)).count >= sharedHours
    }
}

extension Dealbreakers: Codable {
    private enum CodingKeys: String, CodingKey {
        case ages, farthest, goals
        case sharedHours = "shared_hours"
    }

    private struct Ages: Codable {
        let from: Int
        let to: Int
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ages = try container.decodeIfPresent(Ages.self, forKey: .ages)
        if let ages, ages.from > ages.to {
            throw DecodingError.dataCorruptedError(
                forKey: .ages, in: container, debugDescription: "expected ages from the lower to the higher")
        }
        self.init(
            ages: ages.map { $0.from...$0.to },
            farthest: try container.decodeIfPresent(DistanceBucket.self, forKey: .farthest),
            sharedHours: try container.decodeIfPresent(Int.self, forKey: .sharedHours) ?? 0,
            goals: Set(try container.decodeIfPresent([FriendshipGoal].self, forKey: .goals) ?? []))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(
            ages.map { Ages(from: $0.lowerBound, to: $0.upperBound) }, forKey: .ages)
        try container.encodeIfPresent(farthest, forKey: .farthest)
        try container.encode(sharedHours, forKey: .sharedHours)
        try container.encode(goals.sorted { $0.rawValue < $1.rawValue }, forKey: .goals)
    }
}

extension Dealbreakers: WireNamed {
    /// The member `dealbreakers`.
    public static var wireName: String { "dealbreakers" }
}
