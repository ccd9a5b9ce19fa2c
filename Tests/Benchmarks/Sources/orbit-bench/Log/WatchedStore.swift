import Foundation
import OrbitBackend
import OrbitStore
import Synchronization
import TimeAndChance

/// A store that records its last commit, its calls and its writes. By default it is in memory.
final class WatchedStore: BackendStore {
    struct Calls {
        var log = 0
        var others = 0
    }

    private struct State {
        var calls = Calls()
        var committed = Duration.zero
        var writes: [Int] = []
        var records: [String: Int] = [:]
    }

    private let store: any BackendStore
    private let clock = SystemClock()
    private let state = Mutex(State())

    private let countsRecords: Bool

    /// - Parameter countsRecords: Whether ``records`` are counted, which takes a look-up for each write.
    init(_ store: any BackendStore = MemoryStore(), countsRecords: Bool = false) {
        (self.store, self.countsRecords) = (store, countsRecords)
    }

    /// The number of records that were added to each table through this store.
    var records: [String: Int] { state.withLock { $0.records } }

    /// The clock's uptime at the last commit.
    var committed: Duration { state.withLock { $0.committed } }

    /// Returns the calls since the last time, and resets them.
    func takeCalls() -> Calls {
        state.withLock { state in
            defer { state.calls = Calls() }
            return state.calls
        }
    }

    /// Returns the number of writes of each writing transaction since the last time, and resets them.
    func takeWrites() -> [Int] {
        state.withLock { state in
            defer { state.writes = [] }
            return state.writes
        }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { engine in
            let reader = WatchedReader(engine)
            defer { add(reader.calls) }
            return try body(reader)
        }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let (result, writes, records) = try await store.transaction { engine in
            let transaction = WatchedTransaction(engine, countsRecords)
            defer { add(transaction.calls) }
            return (try body(transaction), transaction.writes, transaction.records)
        }
        state.withLock { state in
            state.committed = clock.uptime
            if writes > 0 { state.writes.append(writes) }
            state.records.merge(records) { $0 + $1 }
        }
        return result
    }

    /// Called once for each transaction, so that counting does not slow down concurrent transactions.
    private func add(_ calls: Calls) {
        state.withLock { state in
            state.calls.log += calls.log
            state.calls.others += calls.others
        }
    }
}

private class WatchedReader: StoreReader {
    private let reader: any StoreReader
    private(set) var calls = WatchedStore.Calls()

    init(_ reader: any StoreReader) {
        self.reader = reader
    }

    var quarantined: [UnreadableRecord] { reader.quarantined }

    func note(_ table: String) {
        if table.hasPrefix("log_") { calls.log += 1 } else { calls.others += 1 }
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        note(Record.table)
        return try reader.get(type, key)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        note(Record.table)
        return try reader.get(type, all: keys)
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        note(Record.table)
        return try reader.list(type, query)
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        note(Record.table)
        return try reader.list(type, all: queries)
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        note(Record.table)
        return try reader.positions(type, query)
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        note(Record.table)
        return try reader.count(type, query)
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        note(Record.table)
        return try reader.keys(type, after: key, limit: limit)
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        note(Record.table)
        return try reader.blob(type, key)
    }
}

private final class WatchedTransaction: WatchedReader, StoreTransaction {
    private let transaction: any StoreTransaction
    private let countsRecords: Bool
    private(set) var writes = 0
    /// The number of records that were added to each table.
    private(set) var records: [String: Int] = [:]

    init(_ transaction: any StoreTransaction, _ countsRecords: Bool) {
        (self.transaction, self.countsRecords) = (transaction, countsRecords)
        super.init(transaction)
    }

    private func count<Record: StoreRecord>(_ type: Record.Type, _ key: String, willBeThere: Bool) throws {
        guard countsRecords else { return }
        let change = (willBeThere ? 1 : 0) - (try transaction.get(type, key) == nil ? 0 : 1)
        records[Record.table, default: 0] += change
    }

    func put(_ record: some StoreRecord) throws {
        note(type(of: record).table)
        writes += 1
        try count(type(of: record), record.key, willBeThere: true)
        try transaction.put(record)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        note(Record.table)
        writes += 1
        try count(type, key, willBeThere: false)
        try transaction.delete(type, key)
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        note(Record.table)
        writes += 1
        try transaction.putBlob(bytes, of: type, key)
    }

    func announce(_ topic: String) { transaction.announce(topic) }
}
