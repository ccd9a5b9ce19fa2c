/// Sorts the places of many points by their keys.
enum KeyOrder {
    struct Entry {
        let key: UInt64
        let slot: Int32
    }

    /// Three passes of a radix sort by the upper 33 bits. Runs that agree in these are sorted by comparison, so that
    /// not even chosen places make it slow.
    static func sorted(_ places: ContiguousArray<PlanePoint>) -> ContiguousArray<Entry> {
        let bits: UInt64 = 11
        let mask: UInt64 = 1 << bits - 1
        var entries = ContiguousArray<Entry>()
        entries.reserveCapacity(places.count)
        for (slot, place) in places.enumerated() {
            entries.append(Entry(key: PlaceKey(place).value, slot: Int32(truncatingIfNeeded: slot)))
        }
        var other = entries
        for shift in [31, 31 + bits, 31 + 2 * bits] {
            var starts = ContiguousArray<Int>(repeating: 0, count: 1 << Int(bits))
            for entry in entries { starts[Int(entry.key >> shift & mask)] += 1 }
            var sum = 0
            for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
            entries.withUnsafeBufferPointer { entries in
                other.withUnsafeMutableBufferPointer { other in
                    starts.withUnsafeMutableBufferPointer { starts in
                        for entry in entries {
                            let digit = Int(entry.key >> shift & mask)
                            other[starts[digit]] = entry
                            starts[digit] += 1
                        }
                    }
                }
            }
            swap(&entries, &other)
        }
        sortRuns(&entries)
        return entries
    }

    private static func sortRuns(_ entries: inout ContiguousArray<Entry>) {
        var start = 0
        while start < entries.count {
            let upper = entries[start].key >> 31
            var end = start + 1
            var isEven = true
            while end < entries.count, entries[end].key >> 31 == upper {
                isEven = isEven && entries[end].key == entries[start].key
                end += 1
            }
            if !isEven { entries[start..<end].sort { ($0.key, $0.slot) < ($1.key, $1.slot) } }
            start = end
        }
    }
}
