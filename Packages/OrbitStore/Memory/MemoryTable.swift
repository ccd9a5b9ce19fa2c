import Foundation

/// The records of one table by key, and their sorted index entries. Copies take O(1) and are independent of each other.
struct MemoryTable: Sendable {
    private var records = HashTrie<String, any StoreRecord>()
    private var blobs = HashTrie<String, Data>()
    private var groups = HashTrie<GroupName, SortedPositions>()

    private struct GroupName: Hashable {
        let index: String
        let group: String
    }

    func record(_ key: String) -> (any StoreRecord)? { records[key] }

    /// Returns the first keys after a key, or from the start, in ascending order. It visits each key of the table.
    // The table has no order of keys. A sorted set of keys would cost time and memory in each write of a new record,
    // and only the check of all records reads keys.
    func keys(after key: String?, limit: Int) -> [String] {
        var found: [String] = []
        records.forEachKey { other in
            if key.map({ $0 < other }) ?? true { found.append(other) }
        }
        return Array(found.sorted().prefix(limit))
    }

    func blob(_ key: String) -> Data? { blobs[key] }

    mutating func setBlob(_ bytes: Data?, _ key: String) { blobs[key] = bytes }

    /// Replaces the record with the key and its index entries, or removes them if `record` is `nil`.
    ///
    /// - Parameters:
    ///   - key: the key of the record.
    ///   - record: the new record.
    ///   - new: the index entries of the new record.
    mutating func replace(_ key: String, by record: (any StoreRecord)?, at new: [IndexEntry]) {
        let before = records.replace(key, by: record)
        let old = before?.indexEntries ?? []
        for entry in old where !new.contains(entry) {
            changeGroup(of: entry) { $0.remove(IndexPosition(rank: entry.rank, key: key)) }
        }
        for entry in new where !old.contains(entry) {
            changeGroup(of: entry) { $0.insert(IndexPosition(rank: entry.rank, key: key)) }
        }
    }

    private mutating func changeGroup(of entry: IndexEntry, _ change: (inout SortedPositions) -> Void) {
        let name = GroupName(index: entry.index, group: entry.group)
        // Removed from the trie during the change, so that the positions change in place.
        var positions = groups.replace(name, by: SortedPositions()) ?? SortedPositions()
        change(&positions)
        groups[name] = positions.isEmpty ? nil : positions
    }

    /// Returns the positions that match a query, regardless of its limit, in O(log n).
    func cursor(_ query: IndexQuery) -> Cursor {
        let name = GroupName(index: query.index, group: query.group)
        return Cursor(of: groups[name] ?? SortedPositions(), query)
    }
}

extension MemoryTable {
    /// The remaining positions of a list.
    struct Cursor {
        private let positions: SortedPositions
        private let order: IndexQuery.Order
        private var offsets: Range<Int>

        fileprivate init(of positions: SortedPositions, _ query: IndexQuery) {
            var first = positions.offset { $0.rank < query.ranks.lowerBound }
            var end = positions.offset { $0.rank <= query.ranks.upperBound }
            if let place = query.after {
                switch query.order {
                case .ascending: first = max(first, positions.offset { $0 <= place })
                case .descending: end = min(end, positions.offset { $0 < place })
                }
            }
            self.positions = positions
            order = query.order
            offsets = first..<max(first, end)
        }

        var count: Int { offsets.count }

        /// Removes and returns the next positions in the order, at most `limit`.
        mutating func next(_ limit: Int) -> [IndexPosition] {
            let count = min(max(0, limit), offsets.count)
            switch order {
            case .ascending:
                defer { offsets.removeFirst(count) }
                return positions[offsets.prefix(count)]
            case .descending:
                defer { offsets.removeLast(count) }
                return positions[offsets.suffix(count)].reversed()
            }
        }
    }
}
