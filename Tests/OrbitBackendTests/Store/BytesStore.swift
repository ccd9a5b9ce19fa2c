import Foundation
import OrbitBackend
import OrbitStore

/// A store that keeps records as bytes, as a database does, and whose bytes can be spoilt.
actor BytesStore: BackendStore {
    fileprivate struct Row {
        var bytes: Data
        var schema = 1
        let entries: [IndexEntry]
    }

    fileprivate struct Tables {
        var rows: [String: [String: Row]] = [:]
        var blobs: [String: Data] = [:]
    }

    private var tables = Tables()
    private let feed = StoreFeed()

    /// Replaces the bytes of a record with invalid bytes, as a fault of a disk does. The index entries of the record
    /// remain. Returns `false` if the record does not exist.
    func spoil(_ table: String, _ key: String) -> Bool {
        guard tables.rows[table]?[key] != nil else { return false }
        tables.rows[table]?[key]?.bytes = Data(#"{"id":7"#.utf8)
        return true
    }

    func keys(of table: String) -> [String] { (tables.rows[table] ?? [:]).keys.sorted() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) throws -> Result {
        try body(BytesTransaction(tables))
    }

    func transaction<Result: Sendable>(_ body: @Sendable (any StoreTransaction) throws -> Result) throws -> Result {
        let transaction = BytesTransaction(tables)
        let result = try body(transaction)
        tables = transaction.tables
        if !transaction.topics.isEmpty { feed.send(.topics(transaction.topics)) }
        return result
    }

    nonisolated func changes() -> AsyncStream<StoreChange> { feed.changes() }
}

private final class BytesTransaction: StoreTransaction {
    private(set) var tables: BytesStore.Tables
    private(set) var topics: Set<String> = []
    private(set) var quarantined: [UnreadableRecord] = []

    init(_ tables: BytesStore.Tables) {
        self.tables = tables
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        try tables.rows[Record.table]?[key].map { try decoded(type, $0) }
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        keys.reduce(into: [:]) { found, key in
            found[key] = tables.rows[Record.table]?[key].flatMap { readable(type, key, $0) }
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        var (found, all) = ([Record](), query)
        all.limit = .max
        for place in try positions(type, all) where found.count < query.limit {
            let row = tables.rows[Record.table]?[place.key]
            if let record = row.flatMap({ readable(type, place.key, $0) }) { found.append(record) }
        }
        return found
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        guard query.isValid else { return [] }
        let places = (tables.rows[Record.table] ?? [:]).flatMap { key, row in
            row.entries.filter {
                $0.index == query.index && $0.group == query.group && query.ranks.contains($0.rank)
            }.map { IndexPosition(rank: $0.rank, key: key) }
        }.filter { place in
            guard let end = query.after else { return true }
            return query.order == .ascending ? place > end : place < end
        }.sorted()
        return Array((query.order == .ascending ? places : places.reversed()).prefix(max(0, query.limit)))
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        guard key.map(KeyRule.isValid) ?? true else { return [] }
        let keys = (tables.rows[Record.table] ?? [:]).keys.filter { other in key.map { $0 < other } ?? true }
        return Array(keys.sorted().prefix(max(0, limit)))
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        tables.blobs["\(Record.table) \(key)"]
    }

    func put(_ record: some StoreRecord) throws {
        let type = type(of: record)
        guard tables.rows[type.table]?[record.key].map({ $0.schema <= type.schema }) ?? true else {
            throw StoreError.newerSchema(table: type.table)
        }
        let entries = try record.checkedEntries()
        tables.rows[type.table, default: [:]][record.key] = BytesStore.Row(
            bytes: try RecordCoding().encode(record), schema: type.schema, entries: entries)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        tables.rows[Record.table]?[key] = nil
        tables.blobs["\(Record.table) \(key)"] = nil
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { throw StoreError.unwritableRecord(table: Record.table) }
        tables.blobs["\(Record.table) \(key)"] = bytes
    }

    func announce(_ topic: String) { topics.insert(topic) }

    private func readable<Record: StoreRecord>(
        _ type: Record.Type, _ key: String, _ row: BytesStore.Row
    ) -> Record? {
        do {
            return try decoded(type, row)
        } catch {
            quarantined.append(UnreadableRecord(table: Record.table, key: key))
            return nil
        }
    }

    private func decoded<Record: StoreRecord>(_ type: Record.Type, _ row: BytesStore.Row) throws -> Record {
        try RecordCoding().decode(type, from: row.bytes, schema: row.schema)
    }
}
