import Foundation
import OrbitBackend
import OrbitStore
import TimeAndChance

/// Counts the writes of each transaction.
final class WriteCounter: BackendStore {
    private let store = MemoryStore()
    private let most = LockedState(0)

    /// The most writes of one transaction since the last time.
    func takeMost() -> Int {
        most.withLock { most in
            defer { most = 0 }
            return most
        }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction { engine in
            let counted = CountingTransaction(engine)
            let result = try body(counted)
            self.most.withLock { $0 = max($0, counted.writes) }
            return result
        }
    }
}

private final class CountingTransaction: ForwardingTransaction {
    let transaction: any StoreTransaction
    private(set) var writes = 0

    init(_ transaction: any StoreTransaction) { self.transaction = transaction }

    func put(_ record: some StoreRecord) throws {
        writes += 1
        try transaction.put(record)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        writes += 1
        try transaction.delete(type, key)
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        writes += 1
        try transaction.putBlob(bytes, of: type, key)
    }
}
