/// A store in memory: for examples, previews, tests and simulations. It forgets everything with its process.
///
/// ```swift
/// let store = MemoryStore()
/// try await CampusSeed(people: 24, seed: 7).plant(in: store, time: SystemClock())
/// ```
public actor MemoryStore: BackendStore {
    private var tables: [String: MemoryTable] = [:]

    /// An empty store.
    public init() {}

    /// Runs `body` on the current state; see ``BackendStore``.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) throws -> Result {
        try body(MemoryTransaction(on: tables))
    }

    /// Runs `body` and keeps its writes unless it throws; see ``BackendStore``.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) throws -> Result {
        let transaction = MemoryTransaction(on: tables)
        tables = [:]  // the transaction now holds the only reference, so it changes the tables in place
        defer { tables = transaction.tables }
        do {
            return try body(transaction)
        } catch {
            transaction.rollBack()
            throw error
        }
    }
}

/// Changes tables in place and remembers how to undo it.
private final class MemoryTransaction: StoreTransaction {
    private(set) var tables: [String: MemoryTable]
    private var undo: [(table: String, key: String, before: (any StoreRecord)?)] = []

    init(on tables: [String: MemoryTable]) {
        self.tables = tables
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        guard let record = tables[Record.table]?.records[key] else { return nil }
        return try typed(record)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        guard let records = tables[Record.table]?.records else { return [:] }
        return try keys.reduce(into: [:]) { found, key in found[key] = try records[key].map { try typed($0) } }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        guard let table = tables[Record.table] else { return [] }
        return try table.keys(in: query).compactMap { key in
            try table.records[key].map { try typed($0) }
        }
    }

    func put(_ record: some StoreRecord) throws {
        set(record, table: type(of: record).table, key: record.key)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        set(nil, table: Record.table, key: key)
    }

    func rollBack() {
        while let change = undo.popLast() {
            _ = tables[change.table, default: MemoryTable()].replace(change.key, by: change.before)
        }
    }

    private func set(_ record: (any StoreRecord)?, table: String, key: String) {
        let before = tables[table, default: MemoryTable()].replace(key, by: record)
        undo.append((table, key, before))
    }

    private func typed<Record: StoreRecord>(_ record: any StoreRecord) throws -> Record {
        guard let record = record as? Record else { throw StoreError.unreadableRecord(table: Record.table) }
        return record
    }
}
