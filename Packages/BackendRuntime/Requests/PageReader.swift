public import OrbitModels
public import OrbitStore
import Validation

/// Reads a list a page at a time, the latest first unless it says otherwise.
public struct PageReader: Sendable {
    /// The most records of one round, unless a page has more.
    private static let maxRecordsOfRound = 1_024

    private let size: Int
    private let list: String
    private let order: IndexQuery.Order
    private let cursor: ListCursor?

    /// Reads `cursor` and `limit` from the query; throws a ``HTTPProblem`` if either is none.
    ///
    /// - Parameter list: names the list, so that a cursor of another is refused.
    public init(_ call: RequestContext, list: String, order: IndexQuery.Order = .descending) throws {
        self.list = list
        self.order = order
        size = try call.pageSize()
        cursor = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list) else { throw HTTPProblem.badCursor }
            return cursor
        }
    }

    /// - Parameters:
    ///   - indexes: what the list is made of; a record stands in one of them.
    ///   - show: what is shown of a record; `nil` if it is not shown.
    public func page<Record: StoreRecord, Element: WireNamed>(
        of type: Record.Type, from indexes: [IndexQuery], in reader: any StoreReader,
        show: (Record) throws -> Element?
    ) throws -> Page<Element> {
        try page(of: type, from: indexes, in: reader) { records in try records.map(show) }
    }

    /// The same for records that are looked at together. Each round reads four times as many as the one before, so that
    /// many hidden records take few store calls.
    ///
    /// - Parameter show: what is shown of each of some records; `nil` if it is not shown.
    public func page<Record: StoreRecord, Element: WireNamed>(
        of type: Record.Type, from indexes: [IndexQuery], in reader: any StoreReader,
        showAll show: ([Record]) throws -> [Element?]
    ) throws -> Page<Element> {
        var elements: [Element] = []
        var (place, last) = (cursor, cursor)
        var count = size + 1
        while true {
            let batch = try batch(count, of: type, from: indexes, after: place, in: reader)
            for (element, recordPlace) in zip(try show(batch.map(\.0)), batch.map(\.1)) {
                place = recordPlace
                guard let element else { continue }
                guard elements.count < size else { return Page(elements, nextCursor: last?.text(list: list)) }
                elements.append(element)
                last = recordPlace
            }
            if batch.count < count { return Page(elements) }
            count = min(4 * count, Self.maxRecordsOfRound)
        }
    }

    /// The next records in order; fewer than `count` only at the end.
    private func batch<Record: StoreRecord>(
        _ count: Int, of type: Record.Type, from indexes: [IndexQuery], after place: ListCursor?,
        in reader: any StoreReader
    ) throws -> [(Record, ListCursor)] {
        var found: [(Record, ListCursor)] = []
        for index in indexes {
            func read(_ ranks: ClosedRange<Int64>, limit: Int) throws -> [(Record, ListCursor)] {
                let query = IndexQuery(index.index, group: index.group, ranks: ranks, order: order, limit: limit)
                return try reader.list(type, query).compactMap { record in
                    let entry = record.indexEntries.first { $0.index == index.index && $0.group == index.group }
                    return entry.map { (record, ListCursor(rank: $0.rank, key: record.key)) }
                }
            }
            let ranks = index.ranks
            guard let place else {
                found += try read(ranks, limit: count)
                continue
            }
            // Those of the very same rank, then those beyond.
            if ranks.contains(place.rank) {
                found += try read(place.rank...place.rank, limit: .max).filter { comes($0.1, after: place) }
            }
            if let rest = rest(of: ranks, after: place.rank) { found += try read(rest, limit: count) }
        }
        return Array(found.sorted { comes($1.1, after: $0.1) }.prefix(count))
    }

    private func rest(of ranks: ClosedRange<Int64>, after rank: Int64) -> ClosedRange<Int64>? {
        switch order {
        case .descending:
            rank > ranks.lowerBound ? ranks.lowerBound...min(ranks.upperBound, rank - 1) : nil
        case .ascending:
            rank < ranks.upperBound ? max(ranks.lowerBound, rank + 1)...ranks.upperBound : nil
        }
    }

    private func comes(_ one: ListCursor, after other: ListCursor) -> Bool {
        switch order {
        case .descending: (one.rank, one.key) < (other.rank, other.key)
        case .ascending: (one.rank, one.key) > (other.rank, other.key)
        }
    }
}

extension RequestContext {
    /// How many elements the caller asks for with `limit`, 20 unless they say. Numbers out of range are taken to the
    /// nearest that lies inside.
    package func pageSize() throws -> Int {
        guard let text = query["limit"] else { return 20 }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "limit", code: .malformed)], "Ask for a whole number.")
        }
        let number = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
        return min(max(number, 1), 100)
    }
}
