/// A person who ties with the worst of the best scores, and therefore does not enter the result.
///
/// People with the same traits, as far as the search reads them, have bit-identical scores and higher slots. They do
/// not have to be scored. Without this check, a search on a campus of equal people would score all of them.
struct TiedPerson {
    private let interestTotal: UInt16
    private let hourCount: UInt8
    private let social: UInt16
    /// The bits of the sliders. As bits, the NaN of an unanswered slider equals itself.
    private let sliders: SIMD3<UInt32>
    private let home: HomeSquare?
    /// A word for each row of interests that the search reads, and in ``hours`` for each row of hours. If the person
    /// has the trait, all bits of the word are set; otherwise no bit is set.
    private let interests: [UInt64]
    private let hours: [UInt64]

    /// - Parameters:
    ///   - lane: The lane of the person.
    ///   - chunk: The chunk of the person.
    ///   - rows: A row for each interest of the search.
    ///   - query: The search.
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

    /// Drops the equal people from the first `count` lanes. Returns the number of lanes left.
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

    /// Returns a bit for each lane of a word. The bit is set if all rows have the same value for the lane as for this
    /// person.
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
