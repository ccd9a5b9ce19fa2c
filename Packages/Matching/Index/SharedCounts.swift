/// The number of interest units and of hours that a search shares with each person of a chunk.
///
/// The counts are bit-sliced: plane `k` contains bit `k` of all counts. A few logical operations on whole words
/// therefore add a row of bits to 2048 counts. Counts that exceed their planes saturate.
struct SharedCounts {
    /// The number of planes of units, 0 to 3 of `words`. Units count to 15.
    static let unitPlanes = 4
    /// The number of planes of hours, 4 to 8 of `words`. Hours count to 31.
    static let hourPlanes = 5

    /// The planes of the counts, which `RankSearch` reads as bytes.
    private(set) var words: ContiguousArray<UInt64>

    /// The working space: planes 0 to 7 and the overflow.
    private var sum: [UInt64]
    private let noRow = [UInt64](repeating: 0, count: PeopleChunk.rowWords)

    private static let sumPlanes = 8

    init() {
        words = ContiguousArray(repeating: 0, count: (Self.unitPlanes + Self.hourPlanes) * PeopleChunk.rowWords)
        sum = Array(repeating: 0, count: (Self.sumPlanes + 1) * PeopleChunk.rowWords)
    }

    /// Counts the shared units.
    ///
    /// - Parameters:
    ///   - rows: A row for each interest of the search.
    ///   - units: The units that each interest adds.
    mutating func countUnits(_ rows: ContiguousArray<UInt64>, _ units: InterestUnits) {
        clear()
        for plane in 0..<Self.unitPlanes { add(units.interests[plane], of: rows, at: plane) }
        store(planes: Self.unitPlanes, at: 0)
    }

    mutating func countHours(_ hours: [Int], in chunk: PeopleChunk) {
        clear()
        add(hours, of: chunk.hourRows, at: 0)
        store(planes: Self.hourPlanes, at: Self.unitPlanes)
    }

    private mutating func clear() {
        sum.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// Adds `1 << plane` to the count of each lane for every row in which its bit is set.
    private mutating func add(_ numbers: [Int], of rows: ContiguousArray<UInt64>, at plane: Int) {
        let overflow = Self.sumPlanes * PeopleChunk.rowWords
        rows.withUnsafeBufferPointer { rows in
            noRow.withUnsafeBufferPointer { noRow in
                sum.withUnsafeMutableBufferPointer { sum in
                    guard let rows = rows.baseAddress, let noRow = noRow.baseAddress, let sum = sum.baseAddress
                    else { return }
                    for first in stride(from: 0, to: numbers.count, by: 4) {
                        func row(_ index: Int) -> UnsafePointer<UInt64> {
                            index < numbers.count ? rows + numbers[index] * PeopleChunk.rowWords : noRow
                        }
                        Self.add(
                            row(first), row(first + 1), row(first + 2), row(first + 3),
                            to: sum + plane * PeopleChunk.rowWords, overflow: sum + overflow)
                    }
                }
            }
        }
    }

    /// Adds four rows to the counts by carry-save addition. `planes` points to the plane to which the rows are added.
    /// The carries change the next four planes, and then the overflow.
    ///
    /// The pointers cover `rowWords` words for each row and plane.
    private static func add(
        _ a: UnsafePointer<UInt64>, _ b: UnsafePointer<UInt64>, _ c: UnsafePointer<UInt64>,
        _ d: UnsafePointer<UInt64>, to planes: UnsafeMutablePointer<UInt64>, overflow: UnsafeMutablePointer<UInt64>
    ) {
        let size = PeopleChunk.rowWords
        for word in 0..<size {
            let (ab, carryAB) = sum(planes[word], a[word], b[word])
            let (ones, carryCD) = sum(ab, c[word], d[word])
            let (twos, fours) = sum(planes[word &+ size], carryAB, carryCD)
            planes[word] = ones
            planes[word &+ size] = twos
            let eights = planes[word &+ 2 &* size] & fours
            planes[word &+ 2 &* size] ^= fours
            let sixteens = planes[word &+ 3 &* size] & eights
            planes[word &+ 3 &* size] ^= eights
            overflow[word] |= planes[word &+ 4 &* size] & sixteens
            planes[word &+ 4 &* size] ^= sixteens
        }
    }

    /// Returns the sum of three bits of equal weight, as a bit of that weight and a bit of twice the weight (a full
    /// adder).
    @inline(__always)
    private static func sum(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> (one: UInt64, two: UInt64) {
        let ab = a ^ b
        return (ab ^ c, a & b | ab & c)
    }

    /// Stores the lowest `planes` planes of the sum, saturated.
    private mutating func store(planes: Int, at first: Int) {
        let size = PeopleChunk.rowWords
        for word in 0..<size {
            var overflow = sum[Self.sumPlanes * size + word]
            for plane in planes..<Self.sumPlanes { overflow |= sum[plane * size + word] }
            for plane in 0..<planes { words[(first + plane) * size + word] = sum[plane * size + word] | overflow }
        }
    }
}
