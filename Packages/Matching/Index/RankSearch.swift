/// A search through all chunks.
///
/// It counts shared interests and hours for all people with bit operations, and looks up upper bounds for the counts in
/// tables. These bounds assume the maximum of the personality and the distance. If a bound exceeds the worst of the
/// current best scores, the search replaces the two maxima by the values of the pair. If the bound still exceeds that
/// score, the search computes the exact score.
struct RankSearch {
    /// The number of people that are scanned before the threshold is raised.
    private static var batch: Int { 128 }

    private let formula: ReciprocalFormula
    private let query: RankQuery
    private let tables: BoundTables
    /// A table that moves bit `i` of a byte to the lowest bit of byte `i`.
    private let spread: ContiguousArray<UInt64>

    init(_ formula: ReciprocalFormula, _ query: RankQuery, _ steps: TraitSteps) {
        self.formula = formula
        self.query = query
        tables = BoundTables(formula, for: query, steps: steps)
        spread = ContiguousArray(
            (UInt64(0)..<256).map { byte in
                var bytes: UInt64 = 0
                for bit in UInt64(0)..<8 { bytes |= (byte >> bit & 1) << (8 * bit) }
                return bytes
            })
    }

    /// Returns the best slots of all chunks.
    ///
    /// - Parameters:
    ///   - count: The maximum number of slots, at least 1.
    ///   - chunks: The people.
    ///   - isAdmitted: Whether a slot may be in the result.
    func ranking(
        _ count: Int, of chunks: [PeopleChunk], where isAdmitted: (Int) throws -> Bool
    ) rethrows -> [RankedSlot] {
        var best = BestScores(capacity: count)
        var rows = ContiguousArray<UInt64>(repeating: 0, count: query.traits.interests.count * PeopleChunk.rowWords)
        var counts = SharedCounts()
        var lanes = ContiguousArray<UInt16>(repeating: 0, count: Self.batch)
        var bounds = ContiguousArray<UInt32>(repeating: 0, count: Self.batch)
        var tied: TiedPerson?
        for (index, chunk) in chunks.enumerated() {
            let firstSlot = index * PeopleChunk.capacity
            copyInterestRows(of: chunk, to: &rows)
            counts.countUnits(rows, query.units)
            counts.countHours(query.hourNumbers, in: chunk)
            for first in stride(from: 0, to: chunk.end, by: Self.batch) {
                let limit = BoundTables.limit(best.threshold)
                var found = findCandidates(in: chunk, counts, from: first, above: limit, &lanes, &bounds)
                if let tied { found = tied.dropEqual(found, in: chunk, rows, query, &lanes, &bounds) }
                let kept = keepNear(found, in: chunk, above: limit, &lanes, bounds)
                for lane in lanes[..<kept] {
                    let slot = firstSlot + Int(lane)
                    guard slot != query.ownSlot else { continue }
                    let score = score(Int(lane), in: chunk, rows)
                    if score == best.threshold { tied = TiedPerson(Int(lane), in: chunk, rows, query) }
                    guard score > best.threshold, try isAdmitted(slot) else { continue }
                    best.offer(RankedSlot(slot: slot, score: score))
                }
            }
        }
        return best.ranking
    }

    /// Copies a row of bits for each interest of the query. The bits mark the people who have the interest.
    private func copyInterestRows(of chunk: PeopleChunk, to rows: inout ContiguousArray<UInt64>) {
        rows.withUnsafeMutableBufferPointer { rows in
            guard let start = rows.baseAddress else { return }  // no interests, no rows
            for (index, interest) in query.traits.interests.enumerated() {
                let row = start + index * PeopleChunk.rowWords
                if let members = chunk.interestRows[interest.number] {
                    members.write(to: row)
                } else {
                    row.update(repeating: 0, count: PeopleChunk.rowWords)
                }
            }
        }
    }

    /// Collects the lanes from `first` on with an upper bound above `limit`, and their bounds. Returns their number.
    ///
    /// Memory is accessed without bounds checks:
    /// - `first` is a multiple of `batch` below the capacity, which is also a multiple of `batch`. All lanes up to
    ///   `first + batch` exist, vacant or not, and a plane has a bit for each.
    /// - Tables have an entry for each value of a byte and of a social code.
    /// - At most `batch` candidates are collected, for which `lanes` and `bounds` have room.
    private func findCandidates(
        in chunk: PeopleChunk, _ counts: SharedCounts, from first: Int, above limit: UInt32,
        _ lanes: inout ContiguousArray<UInt16>, _ bounds: inout ContiguousArray<UInt32>
    ) -> Int {
        let planes = counts.words.span.bytes
        let interestSteps = chunk.interestSteps.span.bytes
        let hourSteps = chunk.hourSteps.span.bytes
        let social = chunk.social.span
        let table = tables.bounds.span
        let spread = spread.span
        var lanes = lanes.mutableSpan
        var bounds = bounds.mutableSpan
        var count = 0
        var lane = first
        while lane < first &+ Self.batch {
            func plane(_ number: Int) -> UInt64 {
                let offset = number &* PeopleChunk.rowBytes &+ lane / 8
                let byte = planes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
                return spread[unchecked: Int(byte)]
            }
            var interestIndex = plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
            interestIndex |= UInt64(
                littleEndian: interestSteps.unsafeLoadUnaligned(fromUncheckedByteOffset: lane, as: UInt64.self))
            var hourIndex = plane(4) | plane(5) << 1 | plane(6) << 2 | plane(7) << 3 | plane(8) << 4
            hourIndex |= UInt64(
                littleEndian: hourSteps.unsafeLoadUnaligned(fromUncheckedByteOffset: lane, as: UInt64.self))
            for _ in 0..<8 {
                let bound =
                    table[unchecked: Int(interestIndex & 255)]
                    &+ table[unchecked: BoundTables.hours &+ Int(hourIndex & 255)]
                    &+ table[unchecked: BoundTables.social &+ Int(social[unchecked: lane])]
                lanes[unchecked: count] = UInt16(truncatingIfNeeded: lane)
                bounds[unchecked: count] = bound
                count &+= limit < bound ? 1 : 0
                interestIndex >>= 8
                hourIndex >>= 8
                lane &+= 1
            }
        }
        return count
    }

    /// Keeps the candidates whose bounds still exceed `limit` after personality and distance. Returns their number.
    ///
    /// Memory is accessed without bounds checks:
    /// - `lanes` and `bounds` have at least `count` elements.
    /// - ``findCandidates`` collected only lanes of the chunk, which has three sliders and a home for each lane.
    /// - A lane is written only to an index that has been read already.
    /// - The table has an entry for each level, and one for an unknown home.
    private func keepNear(
        _ count: Int, in chunk: PeopleChunk, above limit: UInt32, _ lanes: inout ContiguousArray<UInt16>,
        _ bounds: ContiguousArray<UInt32>
    ) -> Int {
        let mine = query.traits.sliders.values
        let weight = Float(formula.weights.personality)
        let sliders = chunk.sliders.span
        let homes = chunk.homes.span
        let home = query.traits.home
        let distanceTable = tables.distance.span
        var lanes = lanes.mutableSpan
        let bounds = bounds.span
        let limit = BoundTables.value(limit) - 1e-6  // more than the error of single precision
        var kept = 0
        for index in 0..<count {
            let lane = lanes[unchecked: index]
            let first = 3 * Int(lane)
            let difference = (
                mine.0 - sliders[unchecked: first], mine.1 - sliders[unchecked: first + 1],
                mine.2 - sliders[unchecked: first + 2]
            )
            let squared =
                difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2
            // The result is NaN if a slider is unanswered, and the bound is then unchanged.
            let apart = weight * (squared / 3).squareRoot()
            var bound = BoundTables.value(bounds[unchecked: index])
            if !apart.isNaN { bound -= apart }
            guard bound > limit else { continue }
            // If the query has no home, the level is unknown for all people.
            let theirs = homes[unchecked: Int(lane)]
            bound -= distanceTable[unchecked: BoundTables.distance(from: home, to: theirs)]
            guard bound > limit else { continue }
            lanes[unchecked: kept] = lane
            kept += 1
        }
        return kept
    }

    /// Returns the exact score.
    private func score(_ lane: Int, in chunk: PeopleChunk, _ rows: ContiguousArray<UInt64>) -> Double {
        let theirs = Sliders((chunk.sliders[3 * lane], chunk.sliders[3 * lane + 1], chunk.sliders[3 * lane + 2]))
        var facts = facts(lane, SliderDistance(query.traits.sliders, theirs), in: chunk, rows)
        if let mine = query.traits.home, let theirs = chunk.home(of: lane) {
            facts.distanceLevel = mine.distanceLevel(to: theirs)
        }
        return formula.score(facts)
    }

    /// Returns the exact facts about the pair, without the distance.
    private func facts(_ lane: Int, _ sliders: SliderDistance, in chunk: PeopleChunk, _ rows: ContiguousArray<UInt64>)
        -> PairFacts
    {
        let (word, shift) = (lane / 64, UInt64(lane % 64))
        var sharedInterests = 0
        for (index, interest) in query.traits.interests.enumerated()
        where rows[index * PeopleChunk.rowWords + word] >> shift & 1 == 1 {
            sharedInterests += interest.weight
        }
        var sharedHours = 0
        for hour in query.hourNumbers {
            sharedHours += Int(chunk.hourRows[hour * PeopleChunk.rowWords + word] >> shift & 1)
        }
        return PairFacts(
            sliders: sliders, sharedInterests: sharedInterests, myInterests: query.traits.interestTotal,
            theirInterests: Int(chunk.interestTotals[lane]), sharedHours: sharedHours,
            myHours: query.traits.hourCount, theirHours: Int(chunk.hourCounts[lane]),
            mySocial: query.traits.social, theirSocial: SocialCode(bits: chunk.social[lane]))
    }
}
