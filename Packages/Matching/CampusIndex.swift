public import OrbitModels

/// An index of the people of a campus by their ids, for finding the best matches of a person.
///
/// ```swift
/// var index = CampusIndex(on: campus)
/// for person in people { index.insert(person) }
/// index.best(50, for: maya.id)  // ids and scores; Compatibility says why
/// ```
///
/// Scores are those of ``Compatibility``. Interest rarities stay as they are when the index is created until
/// ``weighInterests()``. The cost of a change is independent of the number of people, and hardly more while a copy is held.
public struct CampusIndex: Sendable {
    /// What the people are measured by.
    public private(set) var campus: CampusScale
    private var index: CompatibilityIndex
    private var slots = PersonSlots()
    private var interestNumbers: [String: Int]

    /// Creates an empty index.
    public init(on campus: CampusScale, weights: RankWeights = .standard) {
        self.campus = campus
        index = CompatibilityIndex(
            weights: weights, interestWeights: campus.rarity.weights, otherWeight: campus.rarity.weightOfUnseen)
        interestNumbers = Dictionary(
            uniqueKeysWithValues: campus.rarity.interests.enumerated().map { ($0.element, $0.offset) })
    }

    /// The number of people.
    public var count: Int { index.count }

    /// Adds a person, or updates a person with this id.
    public mutating func insert(_ person: Person) {
        let traits = numberedTraits(of: person.profile)
        if let slot = slots[person.id] {
            index.update(slot, to: traits)
        } else {
            let slot = index.insert(traits)
            slots.put(person.id, into: slot)
        }
    }

    /// Adds or updates a person, who then comes after all others of equal score: an index to which all were appended, some
    /// again, is the same as one to which each was appended once, the last time. The slots that were left stay empty
    /// until ``insert(_:)`` fills them.
    public mutating func append(_ person: Person) {
        remove(person.id)
        slots.put(person.id, into: index.append(numberedTraits(of: person.profile)))
    }

    /// Weighs each interest by how rare it is among the people who are in the index now.
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

    /// The `count` best matches for a person, best first; equal scores in the order of the index's slots. Empty if the
    /// person is not in the index.
    public func best(_ count: Int, for id: UserID) -> [(id: UserID, score: Double)] {
        best(count, for: id) { _ in true }
    }

    /// Like ``best(_:for:)``, restricted to admitted people.
    ///
    /// - Parameter isAdmitted: Called only for people who would be in the result; the place for blocks and
    ///   ``Dealbreakers``.
    public func best(
        _ count: Int, for id: UserID, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        guard let slot = slots[id] else { return [] }
        return try index.best(count, for: slot) { try isAdmitted(slots.owner(of: $0)) }.map {
            (slots.owner(of: $0.slot), $0.score)
        }
    }

    /// The best matches for a profile, whose owner may be in the index; `isAdmitted` must then reject the owner's own
    /// id.
    public func best(
        _ count: Int, for profile: Profile, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        let interests = CampusScale.interests(of: profile).enumerated().map { place, interest in
            interestNumbers[interest.id] ?? -1 - place  // held by no person here: a negative number of its own
        }
        return try index.best(count, for: traits(of: profile, interests)) { try isAdmitted(slots.owner(of: $0)) }
            .map { (slots.owner(of: $0.slot), $0.score) }
    }

    private mutating func numberedTraits(of profile: Profile) -> RankTraits {
        let interests = CampusScale.interests(of: profile).map { number(of: $0) }
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

    /// The slot of each person in an index, and the person of each slot, in many small parts: while a copy is held, a change
    /// copies one part of each.
    private struct PersonSlots: Sendable {
        private static let shards = 256
        private static let partSize = 512

        /// By the hash of the id.
        private var slots = [[UserID: Int]](repeating: [:], count: PersonSlots.shards)
        /// By slot, a part after the other.
        private var owners: [[UserID]] = []

        /// The slot of a person.
        subscript(id: UserID) -> Int? { slots[Self.shard(of: id)][id] }

        /// The person of a slot, who must have been put there.
        func owner(of slot: Int) -> UserID { owners[slot / Self.partSize][slot % Self.partSize] }

        /// Puts a person into a slot: one that was in use, or the next.
        mutating func put(_ id: UserID, into slot: Int) {
            slots[Self.shard(of: id)][id] = slot
            let (part, place) = slot.quotientAndRemainder(dividingBy: Self.partSize)
            if part == owners.count { owners.append([]) }
            if place < owners[part].count { owners[part][place] = id } else { owners[part].append(id) }
        }

        /// Returns the slot that the person had.
        mutating func remove(_ id: UserID) -> Int? { slots[Self.shard(of: id)].removeValue(forKey: id) }

        private static func shard(of id: UserID) -> Int { id.hashValue & (shards - 1) }
    }
}
