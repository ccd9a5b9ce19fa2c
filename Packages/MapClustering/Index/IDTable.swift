/// Finds the slot of a point by its id: an open hash table that leaves the ids where they are.
struct IDTable: Sendable {
    private var slots: ContiguousArray<Int32> = [IDTable.none]
    private(set) var count = 0

    private static let none: Int32 = -1

    mutating func reserve(_ count: Int, ids: borrowing ContiguousArray<String>) {
        guard count * 2 > slots.count else { return }
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        let old = slots
        slots = ContiguousArray(repeating: Self.none, count: capacity)
        for slot in old where slot != Self.none { place(slot, id: ids[Int(slot)]) }
    }

    func slot(of id: String, in ids: borrowing ContiguousArray<String>) -> Int32? {
        index(of: id, in: ids).map { slots[$0] }
    }

    /// Adds the slot of an id. Returns `false`, and does nothing, if the id is there already.
    mutating func insert(_ slot: Int32, ids: borrowing ContiguousArray<String>) -> Bool {
        reserve(count + 1, ids: ids)
        let id = ids[Int(slot)]
        var index = home(id)
        while slots[index] != Self.none {
            if ids[Int(slots[index])] == id { return false }
            index = (index + 1) & mask
        }
        slots[index] = slot
        count += 1
        return true
    }

    /// Takes out an id, and closes the gap in the run of slots.
    mutating func remove(_ id: String, ids: borrowing ContiguousArray<String>) {
        guard var gap = index(of: id, in: ids) else { return }
        count -= 1
        slots[gap] = Self.none
        var index = (gap + 1) & mask
        while slots[index] != Self.none {
            let home = home(ids[Int(slots[index])])
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

    private func index(of id: String, in ids: borrowing ContiguousArray<String>) -> Int? {
        var index = home(id)
        while slots[index] != Self.none {
            if ids[Int(slots[index])] == id { return index }
            index = (index + 1) & mask
        }
        return nil
    }
}
