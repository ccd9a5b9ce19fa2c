/// A person who ties with the worst of the best, and so does not get in.
///
/// All who are equal to them in what a search looks at score the same, to the last bit, and have higher slots: they need
/// not be scored. Where all people are equal, a search would otherwise score all.
struct TiedPerson {
    private let interestTotal: UInt16
    private let hourCount: UInt8
    private let social: UInt16
    /// The bits of the sliders: NaN, of one that is unanswered, is equal to itself.
    private let sliders: SIMD3<UInt32>
    private let home: HomeSquare?
    /// For each row that the search reads, the interests' first: all bits if the person has it, else none.
    private let interests: [UInt64]
    private let hours: [UInt64]

    /// - Parameter rows: a row for each interest of the search.
    init(_ lane: Int, in chunk: PeopleChunk, _ rows: ContiguousArray<UInt64>, _ query: RankQuery) {
        interestTotal = chunk.interestTotals[lane]
        hourCount = chunk.hourCounts[lane]
        social = chunk.social[lane]
        sliders = Self.bits(chunk.sliders, lane)
        home = chunk.home(of: lane)
        let (word, shift) = (lane / 64, UInt64(lane % 64))
        func isSet(_ row: Int, of rows: ContiguousArray<UInt64>) -> UInt64 {
            0 &- (rows[row * PeopleChunk.rowWords + word] >> shift & 1)
        }
        interests = query.traits.interests.indices.map { isSet($0, of: rows) }
        hours = query.hourNumbers.map { isSet($0, of: chunk.hourRows) }
    }

    /// Drops those of the first `count` lanes who are equal; returns how many are left.
    func dropEqual(
        _ count: Int, in chunk: PeopleChunk, _ rows: ContiguousArray<UInt64>, _ query: RankQuery,
        _ lanes: inout ContiguousArray<UInt16>, _ bounds: inout ContiguousArray<UInt32>
    ) -> Int {
        var (kept, word, equal) = (0, -1, UInt64(0))
        for index in 0..<count {
            let lane = Int(lanes[index])
            if lane / 64 != word {
                word = lane / 64
                equal = equalInRows(word, chunk, rows, query)
            }
            if equal >> UInt64(lane % 64) & 1 == 1, isEqual(lane, in: chunk) { continue }
            lanes[kept] = lanes[index]
            bounds[kept] = bounds[index]
            kept += 1
        }
        return kept
    }

    /// A bit for each lane of a word: whether all rows say the same of it as of this person.
    private func equalInRows(
        _ word: Int, _ chunk: PeopleChunk, _ rows: ContiguousArray<UInt64>, _ query: RankQuery
    ) -> UInt64 {
        var different: UInt64 = 0
        for (row, bits) in interests.enumerated() { different |= rows[row * PeopleChunk.rowWords + word] ^ bits }
        for (hour, bits) in zip(query.hourNumbers, hours) {
            different |= chunk.hourRows[hour * PeopleChunk.rowWords + word] ^ bits
        }
        return ~different
    }

    private func isEqual(_ lane: Int, in chunk: PeopleChunk) -> Bool {
        chunk.social[lane] == social && chunk.interestTotals[lane] == interestTotal
            && chunk.hourCounts[lane] == hourCount && Self.bits(chunk.sliders, lane) == sliders
            && chunk.home(of: lane) == home
    }

    private static func bits(_ values: ContiguousArray<Float>, _ lane: Int) -> SIMD3<UInt32> {
        SIMD3(values[3 * lane].bitPattern, values[3 * lane + 1].bitPattern, values[3 * lane + 2].bitPattern)
    }
}
