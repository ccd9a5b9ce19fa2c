public import OrbitModels

/// The people of a campus by their ids, ready to be asked who suits one of them best.
///
/// ```swift
/// var index = CampusIndex(on: campus)
/// for person in everyone { index.insert(person) }
/// index.best(50, for: maya.id)  // ids and scores; Compatibility says why
/// ```
///
/// Scores are those of ``Compatibility``. Rarities are those of the campus at the start: build a new index when
/// interests have shifted. Coming, changing and going cost the same however many people there are.
public struct CampusIndex: Sendable {
    public let campus: CampusScale
    private var index: CompatibilityIndex
    private var slots: [UserID: Int] = [:]
    /// By slot.
    private var ids: [UserID] = []
    private var interestNumbers: [String: Int]

    public init(on campus: CampusScale, weights: RankWeights = .standard) {
        self.campus = campus
        index = CompatibilityIndex(
            weights: weights, interestWeights: campus.rarity.weights, otherWeight: campus.rarity.weightOfUnseen)
        interestNumbers = Dictionary(
            uniqueKeysWithValues: campus.rarity.interests.enumerated().map { ($0.element, $0.offset) })
    }

    public var count: Int { index.count }

    /// Someone who is there already is changed.
    public mutating func insert(_ person: Person) {
        let interests = CampusScale.interests(of: person.profile).map { number(of: $0) }
        let traits = traits(of: person.profile, interests)
        if let slot = slots[person.id] {
            index.update(slot, to: traits)
        } else {
            let slot = index.insert(traits)
            slots[person.id] = slot
            if slot < ids.count { ids[slot] = person.id } else { ids.append(person.id) }
        }
    }

    /// Does nothing if they are not there.
    public mutating func remove(_ id: UserID) {
        guard let slot = slots.removeValue(forKey: id) else { return }
        index.remove(slot)
    }

    /// Those who suit someone best, best first; among equals whoever has the older place. Empty if the person is not
    /// in the index.
    public func best(_ count: Int, for id: UserID) -> [(id: UserID, score: Double)] {
        best(count, for: id) { _ in true }
    }

    /// As ``best(_:for:)``, of those who may be suggested.
    ///
    /// - Parameter isAdmitted: asked only about those who would be suggested. This is the place for blocks and
    ///   ``Dealbreakers``.
    public func best(
        _ count: Int, for id: UserID, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        guard let slot = slots[id] else { return [] }
        return try index.best(count, for: slot) { try isAdmitted(ids[$0]) }.map { (ids[$0.slot], $0.score) }
    }

    /// Those who suit somebody with this profile best, whether or not that person is in the index; if they are,
    /// `isAdmitted` must tell them apart.
    public func best(
        _ count: Int, for profile: Profile, where isAdmitted: (UserID) throws -> Bool
    ) rethrows -> [(id: UserID, score: Double)] {
        let interests = CampusScale.interests(of: profile).enumerated().map { place, interest in
            interestNumbers[interest.id] ?? -1 - place  // nobody here has it, and each of these is another
        }
        return try index.best(count, for: traits(of: profile, interests)) { try isAdmitted(ids[$0]) }
            .map { (ids[$0.slot], $0.score) }
    }

    private func traits(of profile: Profile, _ interests: [Int]) -> RankTraits {
        RankTraits(
            personality: profile.personality, interests: interests, hours: campus.hours(of: profile),
            preferences: profile.socialPreferences, place: campus.place(of: profile))
    }

    private mutating func number(of interest: Interest) -> Int {
        if let number = interestNumbers[interest.id] { return number }
        let number = interestNumbers.count
        interestNumbers[interest.id] = number
        return number
    }
}
