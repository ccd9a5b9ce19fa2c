/// Finds the slot of a point by its id: an open hash table that leaves the ids where they are.
struct IDTable: Sendable {
    private var slots: ContiguousArray<Int32> = [IDTable.none]
    private(set) var count = 0

    private static let none: Int32 = -1

    mutating func reserve(_ count: Int, rows: borrowing ContiguousArray<PointRow>) {
        guard count * 2 > slots.count else { return }
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        let old = slots
        slots = ContiguousArray(repeating: Self.none, count: capacity)
        for slot in old where slot != Self.none { place(slot, id: rows[Int(slot)].id) }
    }

    func slot(of id: String, in rows: borrowing ContiguousArray<PointRow>) -> Int32? {
        index(of: id, in: rows).map { slots[$0] }
    }

    /// Adds the slot of an id. Returns `false`, and does nothing, if the id is there already.
    mutating func insert(_ slot: Int32, rows: borrowing ContiguousArray<PointRow>) -> Bool {
        reserve(count + 1, rows: rows)
        let id = rows[Int(slot)].id
        var index = home(id)
        while slots[index] != Self.none {
            if rows[Int(slots[index])].id == id { return false }
            index = (index + 1) & mask
        }
        slots[index] = slot
        count += 1
        return true
    }

    /// Takes out an id, and closes the gap in the run of slots.
    mutating func remove(_ id: String, rows: borrowing ContiguousArray<PointRow>) {
        guard var gap = index(of: id, in: rows) else { return }
        count -= 1
        slots[gap] = Self.none
        var index = (gap + 1) & mask
        while slots[index] != Self.none {
            let home = home(rows[Int(slots[index])].id)
            if (index - home) & mask >= (index - gap) & mask {
                slots[gap] = slots[index]
                slots[index] = Self.none
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    private var mask: Int { slots.count - 1 }

    private func home(_ id: String) -> Int { id.hashValue & mask }

    private mutating func place(_ slot: Int32, id: String) {
        var index = home(id)
        while slots[index] != Self.none { index = (index + 1) & mask }
        slots[index] = slot
    }

    private func index(of id: String, in rows: borrowing ContiguousArray<PointRow>) -> Int? {
        var index = home(id)
        while slots[index] != Self.none {
            if rows[Int(slots[index])].id == id { return index }
            index = (index + 1) & mask
        }
        return nil
    }
}
