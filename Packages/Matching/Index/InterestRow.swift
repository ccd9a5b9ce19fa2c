/// The people of a chunk who have an interest. A few people are stored as a list of lanes. Many people are stored as
/// bits, one for each lane.
// Most custom interests are rare. A bit for each person would take more memory than the rest of the profile.
enum InterestRow: Sendable {
    case few([UInt16])
    case many([UInt64])

    /// The maximum length of a list. A longer list takes more memory than the bits.
    private static let maxListed = PeopleChunk.capacity / 16

    func contains(_ lane: Int) -> Bool {
        switch self {
        case .few(let lanes): lanes.contains(UInt16(lane))
        case .many(let words): words[lane / 64] >> UInt64(lane % 64) & 1 == 1
        }
    }

    var count: Int {
        switch self {
        case .few(let lanes): lanes.count
        case .many(let words): words.reduce(0) { $0 + $1.nonzeroBitCount }
        }
    }

    /// Calls `body` with each lane, in no particular order.
    func forEachLane(_ body: (Int) -> Void) {
        switch self {
        case .few(let lanes):
            for lane in lanes { body(Int(lane)) }
        case .many(let words):
            for (index, word) in words.enumerated() {
                var rest = word
                while rest != 0 {
                    body(index * 64 + rest.trailingZeroBitCount)
                    rest &= rest - 1
                }
            }
        }
    }

    mutating func insert(_ lane: Int) {
        switch self {
        case .few(var lanes):
            guard !lanes.contains(UInt16(lane)) else { return }
            self = .many([])  // releases the enum's reference, so that the list grows in place
            lanes.append(UInt16(lane))
            self = lanes.count <= Self.maxListed ? .few(lanes) : .many(Self.words(lanes))
        case .many(var words):
            self = .few([])
            words[lane / 64] |= 1 << UInt64(lane % 64)
            self = .many(words)
        }
    }

    /// Removes a lane. Returns whether any lane is left.
    // A row of bits is never converted back, so that frequent changes do not cause conversions.
    mutating func remove(_ lane: Int) -> Bool {
        switch self {
        case .few(var lanes):
            self = .many([])
            lanes.removeAll { $0 == UInt16(lane) }
            self = .few(lanes)
            return !lanes.isEmpty
        case .many(var words):
            self = .few([])
            words[lane / 64] &= ~(1 << UInt64(lane % 64))
            self = .many(words)
            return words.contains { $0 != 0 }
        }
    }

    /// Writes the bits to `row`, which has room for `PeopleChunk.rowWords` words.
    func write(to row: UnsafeMutablePointer<UInt64>) {
        switch self {
        case .few(let lanes):
            row.update(repeating: 0, count: PeopleChunk.rowWords)
            for lane in lanes { row[Int(lane) / 64] |= 1 << UInt64(lane % 64) }
        case .many(let words):
            words.withUnsafeBufferPointer { words in
                guard let start = words.baseAddress else { return }
                row.update(from: start, count: PeopleChunk.rowWords)
            }
        }
    }

    var byteCount: Int {
        switch self {
        case .few(let lanes): lanes.capacity * 2
        case .many(let words): words.capacity * 8
        }
    }

    private static func words(_ lanes: [UInt16]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: PeopleChunk.rowWords)
        for lane in lanes { words[Int(lane) / 64] |= 1 << UInt64(lane % 64) }
        return words
    }
}
