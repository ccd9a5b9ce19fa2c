import Foundation
import NetworkingTesting
import OrbitStore
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// A store whose server crashes on request: at one write of a transaction, which is rolled back, or after a commit.
/// Afterwards every call fails until a server is restarted on the committed records.
final class CrashingStore: BackendStore {
    enum Crash: Equatable {
        /// Crashes before a write. 0 is the next write.
        case atWrite(Int)
        /// Crashes right after a commit. 0 is the next commit. The caller of the transaction does not learn of the
        /// commit.
        case afterCommit(Int)
    }

    private struct State {
        var committed: [String: any StoreRecord] = [:]
        var blobs: [String: Blob] = [:]
        var plan: Crash?
        var hasCrashed = false
    }

    /// Bytes that are stored with a record.
    fileprivate struct Blob: Sendable {
        let bytes: Data
        let put: @Sendable (any StoreTransaction) throws -> Void
    }

    private let store = MemoryStore()
    private let state = LockedState(State())

    /// All that is stored, by table and key.
    var committed: [String: any StoreRecord] { state.withLock { $0.committed } }
    /// All bytes beside records, by table and key.
    var blobs: [String: Data] { state.withLock { $0.blobs.mapValues(\.bytes) } }
    var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    init() {}

    /// Creates a store with the committed contents of another store.
    init(copying other: CrashingStore) async throws {
        let (records, blobs) = other.state.withLock { ($0.committed, $0.blobs) }
        try await store.transaction { transaction in
            for record in records.values { try transaction.put(record) }
            for blob in blobs.values { try blob.put(transaction) }
        }
        state.withLock { ($0.committed, $0.blobs) = (records, blobs) }
    }

    func crash(_ crash: Crash) { state.withLock { $0.plan = crash } }

    /// Restarts the server on the store.
    func restart() { state.withLock { ($0.plan, $0.hasCrashed) = (nil, false) } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        if hasCrashed { throw StoreError.unavailable }
        return try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        if hasCrashed { throw StoreError.unavailable }
        let result = try await store.transaction { engine in
            let transaction = CrashingTransaction(engine) { [self] in try willWrite() }
            let result = try body(transaction)
            if hasCrashed { throw StoreError.unavailable }
            didCommit(transaction)
            return result
        }
        if hasCrashed { throw StoreError.unavailable }
        return result
    }

    private func willWrite() throws {
        try state.withLock { state in
            if case .atWrite(let left) = state.plan {
                state.plan = .atWrite(left - 1)
                state.hasCrashed = state.hasCrashed || left == 0
            }
            if state.hasCrashed { throw StoreError.unavailable }
        }
    }

    private func didCommit(_ transaction: CrashingTransaction) {
        state.withLock { state in
            for (key, record) in transaction.written { state.committed[key] = record }
            for (key, blob) in transaction.blobs { state.blobs[key] = blob }
            if case .afterCommit(let left) = state.plan {
                state.plan = .afterCommit(left - 1)
                state.hasCrashed = left == 0
            }
        }
    }
}

/// Checks before each write whether the server has crashed.
private final class CrashingTransaction: ForwardingTransaction {
    let transaction: any StoreTransaction
    private let willWrite: () throws -> Void
    /// The written records; `nil` for a deleted record.
    private(set) var written: [String: (any StoreRecord)?] = [:]
    /// The written bytes; `nil` for deleted bytes.
    private(set) var blobs: [String: CrashingStore.Blob?] = [:]

    init(_ transaction: any StoreTransaction, willWrite: @escaping () throws -> Void) {
        self.transaction = transaction
        self.willWrite = willWrite
    }

    func put(_ record: some StoreRecord) throws {
        try willWrite()
        try transaction.put(record)
        written["\(type(of: record).table) \(record.key)"] = .some(record)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try willWrite()
        try transaction.delete(type, key)
        written["\(Record.table) \(key)"] = .some(nil)
        blobs["\(Record.table) \(key)"] = .some(nil)
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try willWrite()
        try transaction.putBlob(bytes, of: type, key)
        blobs["\(Record.table) \(key)"] = CrashingStore.Blob(bytes: bytes) {
            try $0.putBlob(bytes, of: type, key)
        }
    }
}
