import Foundation
import OrbitStore
import TimeAndChance

/// A store in one file, which each commit writes anew. A commit takes time in proportion to the size of the store.
///
/// ```swift
/// let file = DurableFile("campus", in: PrivateDirectory("orbit", under: "/var/lib"), sizeLimit: 1 << 30)
/// let store = try await SnapshotStore(.file(file))
/// ```
///
/// One process has one store on a file. If ``SnapshotPlace/save`` throws `StoreError.unavailable`, the file may
/// contain the writes of the transaction until the next commit.
final class SnapshotStore: BackendStore {
    private let place: SnapshotPlace
    private let committed: LockedState<SnapshotTables>
    private let writer = AsyncMutex()
    private let feed = StoreFeed()

    /// Reads the snapshot, or begins with an empty store.
    init(_ place: SnapshotPlace) async throws {
        self.place = place
        committed = LockedState(try SnapshotTables(snapshot: await place.load()))
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(SnapshotTransaction(on: committed.withLock { $0 }))
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        // One body at a time, so that each sees the commits of all bodies before it.
        await writer.lock()
        defer { writer.unlock() }
        let transaction = SnapshotTransaction(on: committed.withLock { $0 })
        let result = try body(transaction)
        let tables = transaction.tables
        try await save(tables)
        committed.withLock { $0 = tables }
        if !transaction.topics.isEmpty { feed.send(.topics(transaction.topics)) }
        return result
    }

    func changes() -> AsyncStream<StoreChange> { feed.changes() }

    private func save(_ tables: SnapshotTables) async throws {
        let snapshot = try tables.encoded()
        // A task of its own, so that a cancelled request does not interrupt the write.
        try await Task { [place] in try await place.save(snapshot) }.value
    }
}
