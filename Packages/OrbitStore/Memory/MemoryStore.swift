import Foundation
import TimeAndChance

/// A store in memory, for examples, previews, tests and simulations. Its records are lost when the process exits.
///
/// Reads run concurrently with each other and with the one transaction that writes. Each read sees the state that was
/// committed when it began. A write copies only the nodes that it changes, regardless of the number of open reads and
/// copies.
///
/// ```swift
/// let store = MemoryStore()
/// try await store.transaction { try $0.put(Book(key: "moby-dick", shelf: "novels", year: 1851)) }
/// let copy = store.copy()  // does not see later writes to `store`
/// ```
///
/// `CampusSeed` of OrbitDemo fills a store with people.
public final class MemoryStore: BackendStore {
    private let writer: Writer
    private let committed: LockedState<[String: MemoryTable]>
    private let feed = StoreFeed()

    /// Runs one transaction at a time.
    private actor Writer {
        func run<Result: Sendable>(_ transaction: @Sendable () throws -> Result) rethrows -> Result {
            try transaction()
        }
    }

    /// Creates an empty store.
    public convenience init() {
        self.init([:])
    }

    private init(_ tables: [String: MemoryTable]) {
        writer = Writer()
        committed = LockedState(tables)
    }

    /// Returns an independent store with the current records, in O(1). Both stores share the nodes that neither store
    /// changes.
    public func copy() -> MemoryStore { MemoryStore(committed.withLock { $0 }) }

    /// Runs `body` on the current state, on the actor of the caller. A long body called from the main actor therefore
    /// blocks the main actor. See ``BackendStore``.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(MemoryTransaction(on: committed.withLock { $0 }))
    }

    /// Runs `body` and commits its writes unless `body` throws. Bodies run one at a time, on an actor of the store. See
    /// ``BackendStore``.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await writer.run { [committed, feed] in
            let transaction = MemoryTransaction(on: committed.withLock { $0 })
            let result = try body(transaction)
            committed.withLock { $0 = transaction.tables }
            if !transaction.topics.isEmpty { feed.send(.topics(transaction.topics)) }
            return result
        }
    }

    /// Returns the changes of this store, without those of its copies. See ``BackendStore``.
    public func changes() -> AsyncStream<StoreChange> { feed.changes() }
}

/// A transaction on a copy of the tables. A commit replaces the tables of the store with the copy.
// It is also the reader of `read`. A body gets it there as `any StoreReader`, which has no writes, and the copy is
// dropped.
private final class MemoryTransaction: StoreTransaction {
    private(set) var tables: [String: MemoryTable]
    private(set) var topics: Set<String> = []
    private(set) var quarantined: [UnreadableRecord] = []

    init(on tables: [String: MemoryTable]) {
        self.tables = tables
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        guard KeyRule.isValid(key) else { return nil }
        return try tables[Record.table]?.record(key).map { try typed($0) }
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        guard let table = tables[Record.table] else { return [:] }
        return keys.reduce(into: [:]) { found, key in
            guard found[key] == nil, KeyRule.isValid(key) else { return }
            found[key] = table.record(key).flatMap { readable($0, key) }
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        guard query.isValid, let table = tables[Record.table] else { return [] }
        var (cursor, records) = (table.cursor(query), [Record]())
        // Unreadable records do not count toward the limit.
        while records.count < query.limit, cursor.count > 0 {
            for position in cursor.next(query.limit - records.count) {
                if let record: Record = table.record(position.key).flatMap({ readable($0, position.key) }) {
                    records.append(record)
                }
            }
        }
        return records
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        try queries.map { try list(type, $0) }
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        guard query.isValid, var cursor = tables[Record.table]?.cursor(query) else { return [] }
        return cursor.next(query.limit)
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        query.isValid ? min(tables[Record.table]?.cursor(query).count ?? 0, max(0, query.limit)) : 0
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        guard limit > 0, key.map(KeyRule.isValid) ?? true else { return [] }
        return tables[Record.table]?.keys(after: key, limit: limit) ?? []
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        KeyRule.isValid(key) ? tables[Record.table]?.blob(key) : nil
    }

    func put(_ record: some StoreRecord) throws {
        let type = type(of: record)
        let entries = try record.checkedEntries()
        if let before = tables[type.table]?.record(record.key), Swift.type(of: before).schema > type.schema {
            throw StoreError.newerSchema(table: type.table)
        }
        tables[type.table, default: MemoryTable()].replace(record.key, by: record, at: entries)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { return }
        tables[Record.table]?.replace(key, by: nil, at: [])
        if Record.self is any BlobRecord.Type { tables[Record.table]?.setBlob(nil, key) }
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { throw StoreError.unwritableRecord(table: Record.table) }
        tables[Record.table, default: MemoryTable()].setBlob(bytes, key)
    }

    func announce(_ topic: String) { topics.insert(topic) }

    private func readable<Record: StoreRecord>(_ record: any StoreRecord, _ key: String) -> Record? {
        do {
            return try typed(record)
        } catch {
            quarantined.append(UnreadableRecord(table: Record.table, key: key))
            return nil
        }
    }

    /// Returns the record as `Record`. A record of another type, such as another version's, is encoded and decoded as
    /// in a store of bytes.
    private func typed<Record: StoreRecord>(_ record: any StoreRecord) throws -> Record {
        if let record = record as? Record { return record }
        let (coding, schema) = (RecordCoding(), type(of: record).schema)
        return try coding.decode(Record.self, from: coding.encode(record), schema: schema)
    }
}
