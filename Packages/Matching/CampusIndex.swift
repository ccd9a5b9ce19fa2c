public import OrbitModels

/// An index of the people of a campus that finds the best matches of a person. People are identified by their ids.
///
/// ```swift
/// var index = CampusIndex(on: campus)
/// for person in people { index.insert(person) }
/// index.best(50, for: maya.id)  // ids and scores; Compatibility gives the reasons
/// ```
///
/// Scores are equal to those of ``Compatibility``. The index keeps the weights of interests from its creation until
/// ``weighInterests()`` is called. The cost of a change does not depend on the number of people. It increases only
/// slightly while a copy of the index exists.
///
/// Each person is stored in a numbered slot. Among equal scores, the person with the lower slot comes first.
public struct CampusIndex: Sendable {
    /// The parameters by which the people are compared.
    public private(set) var campus: ComparisonContext
    private var index: CompatibilityIndex
    private var slots = PersonSlots()
    private var interestNumbers: [String: Int]

    /// Creates an empty index.
    public init(on campus: ComparisonContext, weights: RankWeights = .standard) {
        self.campus = campus
        index = CompatibilityIndex(
            weights: weights, interestWeights: campus.rarity.weights, otherWeight: campus.rarity.weightOfUnseen)
        interestNumbers = Dictionary(
            uniqueKeysWithValues: campus.rarity.interests.enumerated().map { ($0.element, $0.offset) })
    }

    /// The number of people.
    public var count: Int { index.count }

    /// Adds a person, or updates the person with this id.
    public mutating func insert(_ person: Person) {
        let traits = numberedTraits(of: person.profile)
        if let slot = slots[person.id] {
            index.update(slot, to: traits)
        } else {
            let slot = index.insert(traits)
            slots.put(person.id, into: slot)
        }
    }

    /// Adds a person after all people in the index, or updates a person and moves them there. Among equal scores this
    /// person is then last.
    ///
    /// An index of appended people depends only on the order in which the people were last appended. When a person
    /// moves, the previous slot stays empty until ``insert(_:)`` fills it.
    public mutating func append(_ person: Person) {
        remove(person.id)
        slots.put(person.id, into: index.append(numberedTraits(of: person.profile)))
    }

    /// Sets the weight of each interest by its rarity among the people who are now in the index.
    public mutating func weighInterests() {
        let holders = index.holders
        let rarity = InterestRarity(people: count, holders: interestNumbers.compactMapValues { holders[$0] })
        index.weigh(
            (0..<interestNumbers.count).map { rarity.weight(holders: holders[$0] ?? 0) },
            otherWeight: rarity.weightOfUnseen)
        campus.rarity = rarity
    }

    /// Removes a person; does nothing if the id is unknown.
    public mutating func remove(_ id: UserID) {
        guard let slot = slots.remove(id) else { return }
        index.remove(slot)
    }

    /// Returns the `count` best matches for a person, best first. Equal scores are in the order of the slots. The
    /// result is empty if the person is not in the index.
    public func best(_ count: Int, for id: UserID) -> [(id: UserID, score: Double)] {
        best(count, for: id) { _ in true }
    }

    /// Returns the best matches like ``best(_:for:)``, restricted to admitted people.
    ///
    /// - Parameters:
    ///   - count: The maximum number of matches.
    ///   - id: The person to find matches for.
    ///   - isAdmitted: Whether a person may be in the result. It is called only for people who would be in the result.
    ///     Use it for blocks and ``Dealbreakers``.
    /// - Returns: The ids and scores, best first.
    public func best(
        _ count: Int, for id: UserID, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        guard let slot = slots[id] else { return [] }
        return try index.best(count, for: slot) { try isAdmitted(slots.owner(of: $0)) }.map {
            (slots.owner(of: $0.slot), $0.score)
        }
    }

    /// Returns the best matches for a profile. The owner of the profile need not be in the index.
    ///
    /// - Parameters:
    ///   - count: The maximum number of matches.
    ///   - profile: The profile to find matches for.
    ///   - isAdmitted: Whether a person may be in the result. It must reject the owner of the profile, who can be in
    ///     the index.
    /// - Returns: The ids and scores, best first.
    public func best(
        _ count: Int, for profile: Profile, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        let interests = ComparisonContext.interests(of: profile).enumerated().map { place, interest in
            interestNumbers[interest.id] ?? -1 - place  // not in the index: a unique negative number
        }
        return try index.best(count, for: traits(of: profile, interests)) { try isAdmitted(slots.owner(of: $0)) }
            .map { (slots.owner(of: $0.slot), $0.score) }
    }

    private mutating func numberedTraits(of profile: Profile) -> RankTraits {
        let interests = ComparisonContext.interests(of: profile).map { number(of: $0) }
        return traits(of: profile, interests)
    }

    private func traits(of profile: Profile, _ interests: [Int]) -> RankTraits {
        RankTraits(
            personality: profile.personality, interests: interests, hours: campus.hours(of: profile),
            preferences: profile.socialPreferences, home: campus.home(of: profile))
    }

    private mutating func number(of interest: Interest) -> Int {
        if let number = interestNumbers[interest.id] { return number }
        let number = interestNumbers.count
        interestNumbers[interest.id] = number
        return number
    }

    /// The slot of each person in an index, and the person of each slot.
    // Both are divided into many small parts. While a copy exists, a change copies only one part of each.
    private struct PersonSlots: Sendable {
        private static let shards = 256
        private static let partSize = 512

        /// The slots by the hash of the id.
        private var slots = [[UserID: Int]](repeating: [:], count: PersonSlots.shards)
        /// The people by slot, part after part.
        private var owners: [[UserID]] = []

        /// The slot of a person, or `nil` if the person is not in the index.
        subscript(id: UserID) -> Int? { slots[Self.shard(of: id)][id] }

        /// Returns the person of a slot, which must be in use.
        func owner(of slot: Int) -> UserID { owners[slot / Self.partSize][slot % Self.partSize] }

        /// Stores a person in a slot that was in use before, or in the next slot.
        mutating func put(_ id: UserID, into slot: Int) {
            slots[Self.shard(of: id)][id] = slot
            let (part, place) = slot.quotientAndRemainder(dividingBy: Self.partSize)
            if part == owners.count { owners.append([]) }
            if place < owners[part].count { owners[part][place] = id } else { owners[part].append(id) }
        }

        /// Removes a person and returns the person's slot.
        mutating func remove(_ id: UserID) -> Int? { slots[Self.shard(of: id)].removeValue(forKey: id) }

        private static func shard(of id: UserID) -> Int { id.hashValue & (shards - 1) }
    }
}
