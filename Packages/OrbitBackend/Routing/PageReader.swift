import OrbitModels

/// Reads a list a page at a time, the latest first.
struct PageReader {
    private let size: Int
    private let list: String
    private let cursor: ListCursor?

    /// Reads `cursor` and `limit` from the query; throws a ``HTTPProblem`` if either is none.
    ///
    /// - Parameter list: names the list, so that a cursor of another is refused.
    init(_ call: RequestContext, list: String) throws {
        self.list = list
        size = try call.pageSize()
        cursor = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list) else { throw HTTPProblem.badCursor }
            return cursor
        }
    }

    /// - Parameters:
    ///   - indexes: what the list is made of; a record stands in one of them.
    ///   - show: what is shown of a record; `nil` if it is not shown.
    func page<Record: StoreRecord, Element: WireNamed>(
        of type: Record.Type, from indexes: [IndexQuery], in reader: any StoreReader,
        show: (Record) throws -> Element?
    ) throws -> Page<Element> {
        var elements: [Element] = []
        var (place, last) = (cursor, cursor)
        while true {
            let batch = try batch(of: type, from: indexes, after: place, in: reader)
            for (record, recordPlace) in batch {
                place = recordPlace
                guard let element = try show(record) else { continue }
                guard elements.count < size else { return Page(elements, nextCursor: last?.text(list: list)) }
                elements.append(element)
                last = recordPlace
            }
            if batch.count <= size { return Page(elements) }
        }
    }

    /// The next records in order, one more than a page has; fewer only at the end.
    private func batch<Record: StoreRecord>(
        of type: Record.Type, from indexes: [IndexQuery], after place: ListCursor?, in reader: any StoreReader
    ) throws -> [(Record, ListCursor)] {
        var found: [(Record, ListCursor)] = []
        for index in indexes {
            func read(_ ranks: ClosedRange<Int64>, limit: Int) throws -> [(Record, ListCursor)] {
                let query = IndexQuery(
                    index.index, group: index.group, ranks: ranks, order: .descending, limit: limit)
                return try reader.list(type, query).compactMap { record in
                    let entry = record.indexEntries.first { $0.index == index.index && $0.group == index.group }
                    return entry.map { (record, ListCursor(rank: $0.rank, key: record.key)) }
                }
            }
            let ranks = index.ranks
            guard let place else {
                found += try read(ranks, limit: size + 1)
                continue
            }
            // Those of the very same rank, then those below.
            if ranks.contains(place.rank) {
                found += try read(place.rank...place.rank, limit: .max).filter { $0.1.key < place.key }
            }
            if place.rank > ranks.lowerBound {
                found += try read(ranks.lowerBound...min(ranks.upperBound, place.rank - 1), limit: size + 1)
            }
        }
        let sorted = found.sorted { ($0.1.rank, $0.1.key) > ($1.1.rank, $1.1.key) }
        return Array(sorted.prefix(size + 1))
    }
}
