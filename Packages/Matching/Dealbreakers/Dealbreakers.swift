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

extension Dealbreakers: Codable {
    private enum CodingKeys: String, CodingKey {
        case ages, farthest, goals
        case freeTime = "free_time"
        case sharedHours = "shared_hours"
    }

    private struct Ages: Codable {
        let from: Int
        let to: Int
    }

    /// A distance level, or a distance in the form of an earlier version.
    private struct MaximumDistance: Decodable {
        let level: DistanceLevel

        /// The nearest level that covers each distance of earlier versions. Earlier versions moved homes to cells of
        /// two kilometres before they measured. *Up to 10 km* therefore covers homes up to 13 km apart.
        private static let distances: [String: DistanceLevel] = [
            "nearby": .neighbouring,  // 3 km
            "same_town": .neighbouring,  // 10 km
            "same_region": .further,  // 30 km
            "day_trip": .further,  // 100 km
            "far_away": .further,
        ]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let level = Self.distances[try container.decode(String.self)] {
                self.level = level
            } else {
                level = try container.decode(DistanceLevel.self)
            }
        }
    }

    /// Decodes requirements. Older requirements in hours and kilometres become the nearest weaker requirements, so that
    /// all admitted people remain admitted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ages = try container.decodeIfPresent(Ages.self, forKey: .ages)
        if let ages, ages.from > ages.to {
            throw DecodingError.dataCorruptedError(
                forKey: .ages, in: container, debugDescription: "expected ages from the lower to the higher")
        }
        self.init(
            ages: ages.map { $0.from...$0.to },
            farthest: try container.decodeIfPresent(MaximumDistance.self, forKey: .farthest)?.level,
            freeTime: try container.decodeIfPresent(FreeTimeLevel.self, forKey: .freeTime)
                ?? container.decodeIfPresent(Int.self, forKey: .sharedHours).map(FreeTimeLevel.init(sharedHours:)),
            goals: Set(try container.decodeIfPresent([FriendshipGoal].self, forKey: .goals) ?? []))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(
            ages.map { Ages(from: $0.lowerBound, to: $0.upperBound) }, forKey: .ages)
        try container.encodeIfPresent(farthest, forKey: .farthest)
        try container.encodeIfPresent(freeTime, forKey: .freeTime)
        try container.encode(goals.sorted { $0.rawValue < $1.rawValue }, forKey: .goals)
    }
}

extension Dealbreakers: JSONKeyed {
    /// The member `dealbreakers`.
    public static var jsonKey: String { "dealbreakers" }
}
