/// An open-addressing hash table from the id of a point to its slot. It does not copy the ids.
struct IDTable: Sendable {
    /// The slots, in the lower half, with bits of the hash in the upper half. Most different ids are distinguished by
    /// the hash.
    private var entries: ContiguousArray<UInt64> = [IDTable.none]
    private(set) var count = 0

    private static let none = UInt64.max

    mutating func reserve(_ count: Int, rows: borrowing ContiguousArray<PointRow>) {
        guard count * 2 > entries.count else { return }
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        let old = entries
        entries = ContiguousArray(repeating: Self.none, count: capacity)
        for entry in old where entry != Self.none {
            var index = home(rows[Self.slot(entry)].id.hashValue)
            while entries[index] != Self.none { index = (index + 1) & mask }
            entries[index] = entry
        }
    }

    func slot(of id: String, in rows: borrowing ContiguousArray<PointRow>) -> Int32? {
        index(of: id, hash: id.hashValue, in: rows).found.map { Int32(truncatingIfNeeded: entries[$0]) }
    }

    /// Adds the slot of an id. Has no effect if the table already contains the id.
    ///
    /// - Returns: Whether the id was added.
    mutating func insert(_ slot: Int32, rows: borrowing ContiguousArray<PointRow>) -> Bool {
        reserve(count + 1, rows: rows)
        let id = rows[Int(slot)].id
        let hash = id.hashValue
        let place = index(of: id, hash: hash, in: rows)
        guard place.found == nil else { return false }
        entries[place.end] = Self.tag(hash) | UInt64(UInt32(bitPattern: slot))
        count += 1
        return true
    }

    /// Adds the slots of all rows to an empty table.
    ///
    /// - Returns: Whether all ids are unique. If not, the table must not be used.
    mutating func fill(_ rows: borrowing ContiguousArray<PointRow>) -> Bool {
        // Each id first takes its home entry if that is empty, without a branch. The processor can then overlap many
        // reads. The remaining ids are inserted soon after, while their entries are still in the cache.
        reserve(rows.count, rows: rows)
        count = rows.count
        let (mask, none, batch) = (mask, Self.none, 64)
        return entries.withUnsafeMutableBufferPointer { entries in
            withUnsafeTemporaryAllocation(of: (entry: UInt64, place: Int).self, capacity: batch) { waiting in
                for start in stride(from: 0, to: rows.count, by: batch) {
                    var count = 0
                    for slot in start..<min(start + batch, rows.count) {
                        let hash = rows[slot].id.hashValue
                        let entry = Self.tag(hash) | UInt64(truncatingIfNeeded: slot)
                        let place = hash & mask
                        let taken = entries[place]
                        entries[place] = taken == none ? entry : taken
                        waiting.initializeElement(at: count, to: (entry, place))
                        count &+= taken == none ? 0 : 1
                    }
                    for (entry, first) in waiting[..<count] {
                        let id = rows[Self.slot(entry)].id
                        var place = first
                        while entries[place] != none {
                            if (entries[place] ^ entry) >> 32 == 0, rows[Self.slot(entries[place])].id == id {
                                return false
                            }
                            place = (place + 1) & mask
                        }
                        entries[place] = entry
                    }
                }
                return true
            }
        }
    }

    /// Removes an id, and closes the gap in the run of entries.
    mutating func remove(_ id: String, rows: borrowing ContiguousArray<PointRow>) {
        guard var gap = index(of: id, hash: id.hashValue, in: rows).found else { return }
        count -= 1
        entries[gap] = Self.none
        var index = (gap + 1) & mask
        while entries[index] != Self.none {
            let home = home(rows[Self.slot(entries[index])].id.hashValue)
            if (index - home) & mask >= (index - gap) & mask {
                entries[gap] = entries[index]
                entries[index] = Self.none
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    private var mask: Int { entries.count - 1 }

    private func home(_ hash: Int) -> Int { hash & mask }

    private static func tag(_ hash: Int) -> UInt64 { UInt64(UInt(bitPattern: hash)) & 0xFFFF_FFFF_0000_0000 }

    private static func slot(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) }

    /// Returns the index of an id, or the index at which the search for it ended.
    private func index(
        of id: String, hash: Int, in rows: borrowing ContiguousArray<PointRow>
    ) -> (found: Int?, end: Int) {
        let tag = Self.tag(hash)
        var index = home(hash)
        while entries[index] != Self.none {
            if entries[index] & 0xFFFF_FFFF_0000_0000 == tag, rows[Self.slot(entries[index])].id == id {
                return (index, index)
            }
            index = (index + 1) & mask
        }
        return (nil, index)
    }
}
