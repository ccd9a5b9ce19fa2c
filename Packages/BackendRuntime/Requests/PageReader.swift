public import OrbitModels
public import OrbitStore
import Validation

/// A reader of a list in pages, by default the latest elements first.
public struct PageReader: Sendable {
    /// The maximum number of records in one round, unless a page has more.
    private static let maxRecordsOfRound = 1_024

    private let size: Int
    private let list: String
    private let order: IndexQuery.Order
    private let cursor: ListCursor?

    /// Creates a reader by the `cursor` and the `limit` of the query.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - list: The name of the list. A cursor of another list is refused.
    ///   - order: The order of the list.
    /// - Throws: ``HTTPProblem`` if the cursor or the limit is malformed.
    public init(_ call: RequestContext, list: String, order: IndexQuery.Order = .descending) throws {
        self.list = list
        self.order = order
        size = try call.pageSize()
        cursor = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list) else { throw HTTPProblem.badCursor }
            return cursor
        }
    }

    /// Returns the page after the cursor.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - indexes: The queries of the index groups that form the list. Each record is in one of the groups.
    ///   - reader: A snapshot of the store.
    ///   - show: Returns the element of a record; `nil` if the record is not shown.
    public func page<Record: StoreRecord, Element: JSONKeyed>(
        of type: Record.Type, from indexes: [IndexQuery], in reader: any StoreReader,
        show: (Record) throws -> Element?
    ) throws -> Page<Element> {
        try page(of: type, from: indexes, in: reader) { records in try records.map(show) }
    }

    /// Returns the page after the cursor, for records whose elements are looked up together. The records are read in
    /// rounds until the page is full. Each round reads four times as many records as the previous round, at most 1,024,
    /// so that many hidden records need few store calls.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - indexes: The queries of the index groups that form the list. Each record is in one of the groups.
    ///   - reader: A snapshot of the store.
    ///   - show: Returns the elements of records in the same order; `nil` for a record that is not shown.
    public func page<Record: StoreRecord, Element: JSONKeyed>(
        of type: Record.Type, from indexes: [IndexQuery], in reader: any StoreReader,
        showAll show: ([Record]) throws -> [Element?]
    ) throws -> Page<Element> {
        try page(from: indexes.map { ListSource($0, of: type, in: reader) { $0 } }, showAll: show)
    }

    /// Returns the page after the cursor, from parts that may be of different tables.
    ///
    /// - Parameters:
    ///   - sources: The parts. Each element is in one of them.
    ///   - show: Returns the elements of items in the same order; `nil` for an item that is not shown.
    package func page<Item, Element: JSONKeyed>(
        from sources: [ListSource<Item>], showAll show: ([Item]) throws -> [Element?]
    ) throws -> Page<Element> {
        var elements: [Element] = []
        var (place, last) = (cursor, cursor)
        var count = size + 1
        while true {
            let batch = try batch(count, from: sources, after: place)
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

    /// Returns the next items in order; fewer than `count` only at the end.
    private func batch<Item>(
        _ count: Int, from sources: [ListSource<Item>], after place: ListCursor?
    ) throws -> [(Item, ListCursor)] {
        var found: [(Item, ListCursor)] = []
        for source in sources {
            let ranks = source.ranks
            guard let place else {
                found += try source.read(ranks, order, count)
                continue
            }
            // First the records with the same rank, then the records beyond it.
            if ranks.contains(place.rank) {
                found += try source.read(place.rank...place.rank, order, .max).filter { comes($0.1, after: place) }
            }
            if let rest = rest(of: ranks, after: place.rank) { found += try source.read(rest, order, count) }
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
    /// Returns the number of elements that the caller requests with `limit`. The default is 20, and the number is
    /// clamped to 1...100.
    ///
    /// - Throws: ``HTTPProblem`` if `limit` is not a whole number.
    package func pageSize() throws -> Int {
        guard let text = query["limit"] else { return 20 }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "limit", code: .malformed)], "Use a whole number.")
        }
        let number = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
        return min(max(number, 1), 100)
    }
}
