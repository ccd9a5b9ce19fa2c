import Foundation
import NetworkingTesting
import OrbitBackend
import OrbitStore
import TimeAndChance

/// A store that counts the calls of another store. On request, it fails after a number of transactions, or refuses
/// removals of deleted bytes.
final class CountingStore: BackendStore {
    private struct Counts {
        var reads = 0
        var largestRead = 0
        var lookUps = 0
        var maxLookUps = 0
        var queries = 0
        var records = 0
        var inTransactions = 0
        var transactions = 0
        var byteRemovals = 0
        /// The number of transactions before the first failure.
        var transactionsBeforeFailure = Int.max
        /// The number of removals of deleted bytes that the store still refuses.
        var refusals = 0
    }

    private let store: any BackendStore
    private let counts = LockedState(Counts())

    init(_ store: any BackendStore = TestStore.make()) {
        self.store = store
    }

    /// The number of calls outside of transactions.
    var reads: Int { counts.withLock { $0.reads } }

    /// The maximum number of calls in one read. Other callers may have to wait during a read.
    var largestRead: Int { counts.withLock { $0.largestRead } }

    /// The number of keys and queries in all calls outside of transactions. One call can contain many.
    var lookUps: Int { counts.withLock { $0.lookUps } }

    /// The maximum number of keys and queries in one read.
    var maxLookUps: Int { counts.withLock { $0.maxLookUps } }

    /// The number of index queries in all calls outside of transactions.
    var queries: Int { counts.withLock { $0.queries } }

    /// The number of records that were listed outside of transactions.
    var records: Int { counts.withLock { $0.records } }

    /// The number of all calls, including the calls in transactions.
    var calls: Int { counts.withLock { $0.reads + $0.inTransactions } }

    /// The number of transactions that may have written something.
    var transactions: Int { counts.withLock { $0.transactions } }

    /// The number of calls of `removeDeletedBytes()`, including refused calls.
    var byteRemovals: Int { counts.withLock { $0.byteRemovals } }

    /// Resets the counts to 0.
    func reset() {
        counts.withLock { $0 = Counts(transactionsBeforeFailure: $0.transactionsBeforeFailure, refusals: $0.refusals) }
    }

    func fail(after transactions: Int) { counts.withLock { $0.transactionsBeforeFailure = transactions } }

    /// Refuses the next calls of `removeDeletedBytes()`.
    func refuseByteRemovals(_ count: Int) { counts.withLock { $0.refusals = count } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { reader in
            let (before, beforeLookUps) = (self.reads, self.lookUps)
            defer {
                self.counts.withLock {
                    $0.largestRead = max($0.largestRead, $0.reads - before)
                    $0.maxLookUps = max($0.maxLookUps, $0.lookUps - beforeLookUps)
                }
            }
            return try body(
                CountedReader(reader) { lookUps, queries, records in
                    self.counts.withLock {
                        $0.reads += 1
                        $0.lookUps += lookUps
                        $0.queries += queries
                        $0.records += records
                    }
                })
        }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let works = counts.withLock { counts in
            counts.transactions += 1
            counts.transactionsBeforeFailure -= counts.transactionsBeforeFailure == .max ? 0 : 1
            return counts.transactionsBeforeFailure >= 0
        }
        guard works else { throw StoreError.unavailable }
        return try await store.transaction {
            try body(CountedTransaction($0) { _, _, _ in self.counts.withLock { $0.inTransactions += 1 } })
        }
    }

    func removeDeletedBytes() async throws {
        try counts.withLock { counts in
            counts.byteRemovals += 1
            guard counts.refusals > 0 else { return }
            counts.refusals -= 1
            throw StoreError.unavailable
        }
        try await store.removeDeletedBytes()
    }
}

private class CountedReader: ForwardingReader {
    /// Counts a call, by its keys and queries, its index queries alone, and the records that it lists.
    typealias Note = (_ lookUps: Int, _ queries: Int, _ records: Int) -> Void

    let reader: any StoreReader
    private let record: Note

    init(_ reader: any StoreReader, record: @escaping Note) {
        (self.reader, self.record) = (reader, record)
    }

    func note(_ lookUps: Int = 1, queries: Int = 0, records: Int = 0) { record(lookUps, queries, records) }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        note()
        return try reader.get(type, key)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        note(keys.count)
        return try reader.get(type, all: keys)
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        let records = try reader.list(type, query)
        note(queries: 1, records: records.count)
        return records
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        let records = try reader.list(type, all: queries)
        note(queries.count, queries: queries.count, records: records.reduce(0) { $0 + $1.count })
        return records
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        note(queries: 1)
        return try reader.positions(type, query)
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        note(queries: 1)
        return try reader.count(type, query)
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        note(queries: 1)
        return try reader.keys(type, after: key, limit: limit)
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        note()
        return try reader.blob(type, key)
    }
}

private final class CountedTransaction: CountedReader, ForwardingTransaction {
    let transaction: any StoreTransaction

    init(_ transaction: any StoreTransaction, record: @escaping Note) {
        self.transaction = transaction
        super.init(transaction, record: record)
    }

    func put(_ record: some StoreRecord) throws {
        note()
        try transaction.put(record)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        note()
        try transaction.delete(type, key)
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        note()
        try transaction.putBlob(bytes, of: type, key)
    }
}
