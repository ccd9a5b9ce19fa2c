/// An index that finds the best matches for a person on a large campus without an exact score for each person.
///
/// ```swift
/// var index = CompatibilityIndex()
/// let maya = index.insert(RankTraits(interests: [3, 5]))
/// index.insert(RankTraits(interests: [5, 8]))
/// index.best(50, for: maya)
/// ```
///
/// Each person has a *slot*. A change affects one chunk of 2048 people, and vacated slots are reused.
///
/// A search is exact. It computes an upper bound for each person from tables, and scores only people who can still
/// enter the result. Its time is proportional to the number of people, and to the number of hours and interests of the
/// query.
public struct CompatibilityIndex: Sendable {
    /// The weight of each term.
    public let weights: RankWeights
    private var interestWeights: InterestWeights
    private var steps: TraitSteps
    private var chunks: [PeopleChunk] = []
    private var vacant: [Int] = []
    /// The number of slots that have been used; all later slots are unused.
    private var end = 0

    /// - Parameters:
    ///   - weights: The weight of each term.
    ///   - interestWeights: The weight of each interest, by the number of the interest. Weights are clamped to the
    ///     range from 1 to 1000; see ``InterestRarity``.
    ///   - otherWeight: The weight of interests with higher numbers, clamped to the same range.
    public init(
        weights: RankWeights = .standard, interestWeights: [Int] = [], otherWeight: Int = 16
    ) {
        self.weights = weights
        self.interestWeights = InterestWeights(interestWeights, other: otherWeight)
        steps = TraitSteps(interestStep: self.interestWeights.step)
    }

    /// The number of people.
    public var count: Int { end - vacant.count }

    /// Adds a person and returns the assigned slot.
    @discardableResult
    public mutating func insert(_ traits: RankTraits) -> Int { fill(vacant.popLast() ?? end, with: traits) }

    /// Adds a person in the slot after all slots ever used, and returns the slot.
    @discardableResult
    public mutating func append(_ traits: RankTraits) -> Int { fill(end, with: traits) }

    private mutating func fill(_ slot: Int, with traits: RankTraits) -> Int {
        end = max(end, slot + 1)
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        if chunk == chunks.count { chunks.append(PeopleChunk()) }
        chunks[chunk].fill(lane, with: CodedTraits(traits, weights: interestWeights), steps: steps)
        return slot
    }

    /// Replaces the traits of the person in a slot. Returns `false` if the slot is vacant.
    @discardableResult
    public mutating func update(_ slot: Int, to traits: RankTraits) -> Bool {
        guard contains(slot) else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        chunks[chunk].clear(lane)
        chunks[chunk].fill(lane, with: CodedTraits(traits, weights: interestWeights), steps: steps)
        return true
    }

    /// Removes the person in a slot. Returns `false` if the slot is vacant.
    @discardableResult
    public mutating func remove(_ slot: Int) -> Bool {
        guard contains(slot) else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        chunks[chunk].clear(lane)
        vacant.append(slot)
        return true
    }

    /// Whether a person is in the slot.
    public func contains(_ slot: Int) -> Bool {
        guard slot >= 0, slot < end else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        return !chunks[chunk].isVacant(lane)
    }

    /// Returns the best matches for the person in `slot`, best first, and equal scores by slot. The person is excluded.
    /// The result is empty if the slot is vacant.
    public func best(_ count: Int, for slot: Int) -> [RankedSlot] { best(count, for: slot) { _ in true } }

    /// Returns the best matches for the person in `slot`, restricted to admitted people.
    ///
    /// - Parameters:
    ///   - count: The maximum number of matches.
    ///   - slot: The slot of the person, who is excluded from the result.
    ///   - isAdmitted: Whether a slot may be in the result. It is called only for slots that would be in the result.
    /// - Returns: The slots and scores, best first.
    public func best(
        _ count: Int, for slot: Int, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        guard contains(slot) else { return [] }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        let traits = chunks[chunk].traits(of: lane, weights: interestWeights)
        return try best(count, RankQuery(traits, ownSlot: slot), where: isAdmitted)
    }

    /// Returns the best matches for a person who is not in the index.
    public func best(_ count: Int, for traits: RankTraits) -> [RankedSlot] { best(count, for: traits) { _ in true } }

    /// Returns the best matches for a person who is not in the index, restricted to admitted people.
    ///
    /// - Parameters:
    ///   - count: The maximum number of matches.
    ///   - traits: The traits of the person.
    ///   - isAdmitted: Whether a slot may be in the result. It is called only for slots that would be in the result.
    /// - Returns: The slots and scores, best first.
    public func best(
        _ count: Int, for traits: RankTraits, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        try best(count, RankQuery(CodedTraits(traits, weights: interestWeights), ownSlot: nil), where: isAdmitted)
    }

    private func best(
        _ count: Int, _ query: RankQuery, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        guard count > 0, self.count > 0 else { return [] }
        return try RankSearch(ReciprocalFormula(weights: weights), query, steps)
            .ranking(min(count, self.count), of: chunks, where: isAdmitted)
    }

    /// The number of people with each interest, by the number of the interest.
    var holders: [Int: Int] {
        chunks.reduce(into: [:]) { holders, chunk in
            for (number, row) in chunk.interestRows { holders[number, default: 0] += row.count }
        }
    }

    /// Replaces the weights of the interests, as if these weights had been set from the beginning.
    mutating func weigh(_ weights: [Int], otherWeight: Int) {
        interestWeights = InterestWeights(weights, other: otherWeight)
        steps = TraitSteps(interestStep: interestWeights.step)
        for index in chunks.indices { chunks[index].weigh(interestWeights, steps: steps) }
    }

    /// The memory used for the people, in bytes.
    public var byteCount: Int {
        chunks.reduce(0) { $0 + $1.byteCount } + chunks.capacity * MemoryLayout<PeopleChunk>.stride
            + vacant.capacity * MemoryLayout<Int>.stride
    }
}
