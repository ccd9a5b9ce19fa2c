/// The records of one table by key, and sorted lists of their index entries.
struct MemoryTable {
    private(set) var records: [String: any StoreRecord] = [:]
    private var groups: [GroupName: [Slot]] = [:]

    private struct GroupName: Hashable {
        let index: String
        let group: String
    }

    /// Where an entry stands in its group.
    private struct Slot {
        let rank: Int64
        let key: String
    }

    /// Puts `record` in the place of `key`, or empties it; returns what was there.
    mutating func replace(_ key: String, by record: (any StoreRecord)?) -> (any StoreRecord)? {
        let before = records[key]
        let (old, new) = (before?.indexEntries ?? [], record?.indexEntries ?? [])
        records[key] = record
        for entry in old where !new.contains(entry) { remove(entry, of: key) }
        for entry in new where !old.contains(entry) { insert(entry, of: key) }
        return before
    }

    /// O(log n) to find the group's part, then linear in what is listed.
    func keys(in query: IndexQuery) -> [String] {
        guard let slots = groups[GroupName(index: query.index, group: query.group)] else { return [] }
        let first = Self.position(in: slots) { $0.rank < query.ranks.lowerBound }
        let end = Self.position(in: slots) { $0.rank <= query.ranks.upperBound }
        let part = slots[first..<end]
        let limit = max(0, query.limit)
        switch query.order {
        case .ascending: return part.prefix(limit).map(\.key)
        case .descending: return part.suffix(limit).reversed().map(\.key)
        }
    }

    private mutating func insert(_ entry: IndexEntry, of key: String) {
        let name = GroupName(index: entry.index, group: entry.group)
        let place = Self.place(of: key, rank: entry.rank, in: groups[name] ?? [])
        groups[name, default: []].insert(Slot(rank: entry.rank, key: key), at: place)
    }

    private mutating func remove(_ entry: IndexEntry, of key: String) {
        let name = GroupName(index: entry.index, group: entry.group)
        let place = Self.place(of: key, rank: entry.rank, in: groups[name] ?? [])
        groups[name]?.remove(at: place)
        if groups[name]?.isEmpty == true { groups[name] = nil }
    }

    private static func place(of key: String, rank: Int64, in slots: [Slot]) -> Int {
        position(in: slots) { ($0.rank, $0.key) < (rank, key) }
    }

    /// The number of slots at the front for which `isBefore` holds, by bisection.
    private static func position(in slots: [Slot], where isBefore: (Slot) -> Bool) -> Int {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(slots[middle]) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
