/// The order of sites along a Z-curve (Morton 1966), so that near places are near in memory.
struct PlaceOrder {
    /// The numbers of the points, in the order of the curve.
    private(set) var numbers: ContiguousArray<Int32> = []
    /// The site of each point, in the same order.
    private(set) var sites: ContiguousArray<Int32> = []
    /// The places of the sites.
    private(set) var places: ContiguousArray<PlanePoint> = []

    /// A place on the curve.
    private struct Entry {
        let code: UInt64
        /// The number of the point.
        let number: Int32
    }

    /// Creates the order of no points.
    init() {}

    /// Orders points.
    ///
    /// - Parameters:
    ///   - count: The number of points.
    ///   - numbers: The numbers of the points to order, ascending, or `nil` for all numbers below `count`.
    ///   - place: Returns the place of the point with a number.
    init(_ count: Int, numbers: [Int32]? = nil, _ place: (Int) -> PlanePoint) {
        let entries = Self.entries(numbers?.count ?? count) { index in
            let number = numbers?[index] ?? Int32(truncatingIfNeeded: index)
            return Entry(code: place(Int(number)).code, number: number)
        }
        self.numbers.reserveCapacity(entries.count)
        sites.reserveCapacity(entries.count)
        places.reserveCapacity(entries.count)
        var last = UInt64.max
        for entry in entries {
            if entry.code != last { places.append(PlanePoint(code: entry.code)) }
            last = entry.code
            self.numbers.append(entry.number)
            sites.append(Int32(truncatingIfNeeded: places.count - 1))
        }
    }

    private static func entries(_ count: Int, _ entry: (Int) -> Entry) -> ContiguousArray<Entry> {
        var entries = ContiguousArray<Entry>(unsafeUninitializedCapacity: count) { places, end in
            // Each thread writes different elements.
            TwoThreads.halves(of: count) { half in
                for index in half {
                    places.initializeElement(at: index, to: entry(index))
                }
            }
            end = count
        }
        sort(&entries)
        return entries
    }

    /// Sorts entries by a stable radix sort with digits of 11 bits. A digit that is equal in all entries needs no pass.
    private static func sort(_ entries: inout ContiguousArray<Entry>) {
        let digits = 6
        var counts = ContiguousArray<Int32>(repeating: 0, count: digits << 11)
        counts.withUnsafeMutableBufferPointer { counts in
            for entry in entries {
                for digit in 0..<digits {
                    counts[digit << 11 | Int(truncatingIfNeeded: entry.code >> UInt64(11 * digit) & 2_047)] &+= 1
                }
            }
        }
        var other = entries
        for digit in 0..<digits {
            var starts = ContiguousArray(counts[(digit << 11)..<((digit + 1) << 11)])
            if starts.contains(Int32(truncatingIfNeeded: entries.count)) { continue }
            var sum: Int32 = 0
            for value in starts.indices { (starts[value], sum) = (sum, sum + starts[value]) }
            entries.withUnsafeBufferPointer { entries in
                other.withUnsafeMutableBufferPointer { other in
                    starts.withUnsafeMutableBufferPointer { starts in
                        for entry in entries {
                            let value = Int(truncatingIfNeeded: entry.code >> UInt64(11 * digit) & 2_047)
                            other[Int(starts[value])] = entry
                            starts[value] &+= 1
                        }
                    }
                }
            }
            swap(&entries, &other)
        }
    }
}

extension PlanePoint {
    /// The position on the Z-curve: the interleaved bits of `x`, in units, and of `y`.
    ///
    /// If the sides of squares are a power of two, the upper bits of the code identify the square that contains the
    /// place.
    var code: UInt64 {
        Self.spread(x >> 2) | Self.spread(UInt32(bitPattern: y &+ 1 << 30)) << 1
    }

    init(code: UInt64) {
        self.init(x: Self.gathered(code) << 2, y: Int32(bitPattern: Self.gathered(code >> 1)) &- 1 << 30)
    }

    /// Returns the bits of a number with a gap after each bit.
    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    private static func gathered(_ code: UInt64) -> UInt32 {
        var bits = code & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }
}
