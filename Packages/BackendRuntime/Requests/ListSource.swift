package import OrbitStore

/// One part of a list that ``PageReader`` reads in order: the records of a group of an index, shown as items. The parts
/// of a list may be of different tables.
package struct ListSource<Item> {
    let ranks: ClosedRange<Int64>
    /// Returns the items at ranks in an order, at most a number of them.
    let read: (ClosedRange<Int64>, IndexQuery.Order, Int) throws -> [(Item, ListCursor)]

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - index: The group, with the ranks that belong to the list.
    ///   - type: The type of the records.
    ///   - reader: A snapshot of the store.
    ///   - items: Returns one item for each record, in the same order.
    package init<Record: StoreRecord>(
        _ index: IndexQuery, of type: Record.Type, in reader: any StoreReader,
        items: @escaping ([Record]) throws -> [Item]
    ) {
        ranks = index.ranks
        read = { ranks, order, limit in
            let query = IndexQuery(index.index, group: index.group, ranks: ranks, order: order, limit: limit)
            let found = try reader.list(type, query).compactMap { record -> (Record, ListCursor)? in
                let entry = record.indexEntries.first { $0.index == index.index && $0.group == index.group }
                return entry.map { (record, ListCursor(rank: $0.rank, key: record.key)) }
            }
            return Array(zip(try items(found.map(\.0)), found.map(\.1)))
        }
    }
}
