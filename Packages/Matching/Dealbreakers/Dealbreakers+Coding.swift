public import OrbitModels

extension Dealbreakers: Codable {
    private enum CodingKeys: String, CodingKey {
        case ages, farthest, goals
        case freeTime = "free_time"
        case sharedHours = "shared_hours"
    }

    /// Requirements as they are sent. The ages can be in the wrong order, and the number of goals has no limit.
    ///
    /// A server checks both before it calls ``requirements(at:)``, which compares the goals with each other. An object
    /// is decoded once, because the decoder compares the names of all its members each time.
    package struct Sent: Decodable, Sendable {
        /// The ages in years.
        package struct Ages: Codable, Sendable {
            package let from: Int
            package let to: Int
        }

        /// The accepted ages; `nil` for any age.
        package let ages: Ages?
        /// The goals in the order in which they are sent.
        package let goals: [FriendshipGoal]
        private let farthest: DistanceLevel?
        private let freeTime: FreeTimeLevel?

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            ages = try container.decodeIfPresent(Ages.self, forKey: .ages)
            farthest = try container.decodeIfPresent(MaximumDistance.self, forKey: .farthest)?.level
            freeTime =
                try container.decodeIfPresent(FreeTimeLevel.self, forKey: .freeTime)
                ?? container.decodeIfPresent(Int.self, forKey: .sharedHours).map(FreeTimeLevel.init(sharedHours:))
            goals = try container.decodeIfPresent([FriendshipGoal].self, forKey: .goals) ?? []
        }

        /// Returns the requirements.
        ///
        /// - Parameter path: The path of the object in its document, for the error.
        /// - Throws: `DecodingError.dataCorrupted` for ages in the wrong order.
        package func requirements(at path: [any CodingKey] = []) throws -> Dealbreakers {
            if let ages, ages.from > ages.to {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: path + [CodingKeys.ages],
                        debugDescription: "expected ages from the lower to the higher"))
            }
            return Dealbreakers(
                ages: ages.map { $0.from...$0.to }, farthest: farthest, freeTime: freeTime, goals: Set(goals))
        }
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
        self = try Sent(from: decoder).requirements(at: decoder.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(
            ages.map { Sent.Ages(from: $0.lowerBound, to: $0.upperBound) }, forKey: .ages)
        try container.encodeIfPresent(farthest, forKey: .farthest)
        try container.encodeIfPresent(freeTime, forKey: .freeTime)
        try container.encode(goals.sorted { $0.rawValue < $1.rawValue }, forKey: .goals)
    }
}

extension Dealbreakers: JSONKeyed {
    /// The member `dealbreakers`.
    public static var jsonKey: String { "dealbreakers" }
}
