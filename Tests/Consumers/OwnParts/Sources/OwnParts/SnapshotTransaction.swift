import Foundation
import OrbitStore

/// A transaction on a copy of the tables, which a commit puts in place of the tables of the store.
final class SnapshotTransaction: StoreTransaction {
    private(set) var tables: SnapshotTables
    private(set) var topics: Set<String> = []
    private(set) var quarantined: [UnreadableRecord] = []
    private let coding = RecordCoding()

    init(on tables: SnapshotTables) { self.tables = tables }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        guard KeyRule.isValid(key), let row = tables.rows[Record.table]?[key] else { return nil }
        return try coding.decode(type, from: row.bytes, schema: row.schema)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try keys.reduce(into: [:]) { found, key in
            if found[key] == nil { found[key] = try readable(type, key) }
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        var found: [Record] = []
        for position in tables.positions(in: Record.table, query) where found.count < query.limit {
            if let record = try readable(type, position.key) { found.append(record) }
        }
        return found
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        Array(tables.positions(in: Record.table, query).prefix(max(0, query.limit)))
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        guard key.map(KeyRule.isValid) ?? true else { return [] }
        let keys = (tables.rows[Record.table] ?? [:]).keys.filter { other in key.map { $0 < other } ?? true }
        return Array(keys.sorted().prefix(max(0, limit)))
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        KeyRule.isValid(key) ? tables.blobs[Record.table]?[key] : nil
    }

    func put<Record: StoreRecord>(_ record: Record) throws {
        let entries = try record.checkedEntries().map(SnapshotTables.Entry.init)
        let bytes = try coding.encode(record)
        if let stored = tables.rows[Record.table]?[record.key], stored.schema > Record.schema {
            throw StoreError.newerSchema(table: Record.table)
        }
        let row = SnapshotTables.Row(schema: Record.schema, bytes: bytes, entries: entries)
        tables.rows[Record.table, default: [:]][record.key] = row
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { return }
        tables.rows[Record.table]?[key] = nil
        tables.blobs[Record.table]?[key] = nil
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { throw StoreError.unwritableRecord(table: Record.table) }
        tables.blobs[Record.table, default: [:]][key] = bytes
    }

    func announce(_ topic: String) { topics.insert(topic) }

    /// Returns the record. If it cannot be read, adds it to ``quarantined`` and returns `nil`.
    private func readable<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        do {
            return try get(type, key)
        } catch StoreError.unreadableRecord(table: _), StoreError.newerSchema(table: _) {
            quarantined.append(UnreadableRecord(table: Record.table, key: key))
            return nil
        }
    }
}
