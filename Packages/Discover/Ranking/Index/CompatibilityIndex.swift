/// Finds the people of a large campus who suit one of them best, without looking at each one closely.
///
/// ```swift
/// var index = CompatibilityIndex()
/// let maya = index.insert(RankTraits(interests: [3, 5]))
/// index.insert(RankTraits(interests: [5, 8]))
/// index.best(50, for: maya)
/// ```
///
/// People are known by *slots*. Coming, changing and going touch one chunk of 2048 people and never the rest; slots
/// that were given up are given out again. A search is exact: it looks up, for everybody, the most that they could
/// score, and scores those who could still get into the result. It takes time in proportion to the people and to the
/// hours and interests of the person asking.
public struct CompatibilityIndex: Sendable {
    public let weights: RankWeights
    public let formula: RankFormula
    private let interestWeights: InterestWeights
    private let steps: TraitSteps
    private var chunks: [PeopleChunk] = []
    private var vacant: [Int] = []
    /// All slots from here on were never given out.
    private var end = 0

    /// - Parameters:
    ///   - interestWeights: of each interest by its number, 1 to 1000; see ``InterestRarity``.
    ///   - otherWeight: of the interests whose numbers lie beyond.
    public init(
        weights: RankWeights = .standard, formula: RankFormula = .reciprocal, interestWeights: [Int] = [],
        otherWeight: Int = 16
    ) {
        self.weights = weights
        self.formula = formula
        self.interestWeights = InterestWeights(interestWeights, other: otherWeight)
        steps = TraitSteps(interestStep: self.interestWeights.step)
    }

    /// How many people are in it.
    public var count: Int { end - vacant.count }

    /// Returns the slot by which the index knows the person.
    @discardableResult
    public mutating func insert(_ traits: RankTraits) -> Int {
        let slot = vacant.popLast() ?? end
        end = max(end, slot + 1)
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        if chunk == chunks.count { chunks.append(PeopleChunk()) }
        chunks[chunk].fill(lane, with: CodedTraits(traits, weights: interestWeights), steps: steps)
        return slot
    }

    /// Returns `false` if nobody has the slot.
    @discardableResult
    public mutating func update(_ slot: Int, to traits: RankTraits) -> Bool {
        guard contains(slot) else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        chunks[chunk].clear(lane)
        chunks[chunk].fill(lane, with: CodedTraits(traits, weights: interestWeights), steps: steps)
        return true
    }

    /// Returns `false` if nobody has the slot.
    @discardableResult
    public mutating func remove(_ slot: Int) -> Bool {
        guard contains(slot) else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        chunks[chunk].clear(lane)
        vacant.append(slot)
        return true
    }

    public func contains(_ slot: Int) -> Bool {
        guard slot >= 0, slot < end else { return false }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        return !chunks[chunk].isVacant(lane)
    }

    /// The people who suit the one in `slot` best, without that one; best first, and among equals the lower slot
    /// first. Empty if nobody has the slot.
    public func best(_ count: Int, for slot: Int) -> [RankedSlot] { best(count, for: slot) { _ in true } }

    /// The same, of those who may be in the result.
    ///
    /// - Parameter isAdmitted: asked only about those who would be in it.
    public func best(
        _ count: Int, for slot: Int, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        guard contains(slot) else { return [] }
        let (chunk, lane) = slot.quotientAndRemainder(dividingBy: PeopleChunk.capacity)
        let traits = chunks[chunk].traits(of: lane, weights: interestWeights)
        return try best(count, RankQuery(traits, ownSlot: slot), where: isAdmitted)
    }

    /// The people who suit somebody best who is not in the index.
    public func best(_ count: Int, for traits: RankTraits) -> [RankedSlot] { best(count, for: traits) { _ in true } }

    /// The same, of those who may be in the result.
    public func best(
        _ count: Int, for traits: RankTraits, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        try best(count, RankQuery(CodedTraits(traits, weights: interestWeights), ownSlot: nil), where: isAdmitted)
    }

    private func best(
        _ count: Int, _ query: RankQuery, where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        guard count > 0, self.count > 0 else { return [] }
        let count = min(count, self.count)
        switch formula {
        case .reciprocal:
            return try RankSearch(ReciprocalFormula(weights: weights), query, steps)
                .ranking(count, of: chunks, where: isAdmitted)
        case .plain(let decay):
            return try RankSearch(PlainFormula(weights: weights, decay: decay), query, steps)
                .ranking(count, of: chunks, where: isAdmitted)
        }
    }

    /// The memory held for the people, in bytes.
    public var byteCount: Int {
        chunks.reduce(0) { $0 + $1.byteCount } + chunks.capacity * MemoryLayout<PeopleChunk>.stride
            + vacant.capacity * MemoryLayout<Int>.stride
    }
}
