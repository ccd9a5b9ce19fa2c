public import Foundation
import GRDB
public import OrbitStore
public import TimeAndChance

/// A store in one SQLite file, for one machine and any number of processes on it.
///
/// Transactions that wait at the same time are committed together, each in its own savepoint. A transaction is
/// acknowledged when the file is synced, so it survives a crash of the process and of the machine. Reads run
/// concurrently with transactions, each on the state that was committed when it began.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/orbit/campus.sqlite")
/// let backend = OrbitBackend(store: store, configuration: configuration)
/// ```
public final class SQLiteStore: BackendStore {
    let pool: DatabasePool
    private let commits: GroupCommit
    private let decoded = DecodedRecords()
    private let follower: ChangeFollower

    /// Opens the file, or creates it. SQLite creates two more files with the suffixes `-wal` and `-shm`. A copy of the
    /// file without them can be incomplete.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - time: the clock for polling commits by other processes while ``changes()`` has subscribers.
    ///   - random: the source of a name that identifies this store's own commits.
    ///   - patience: the maximum time that a transaction waits for other processes, in seconds.
    /// - Throws: `StoreError`, such as `newerStore` if a later version has created the file, or `damaged` if the file
    ///   is not a store.
    public init(
        path: String, time: any TimeSource = SystemClock(), random: RandomSource = .system, patience: TimeInterval = 5
    ) throws(StoreError) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(max(0, patience))
        configuration.allowsUnsafeTransactions = true  // one transaction spans several accesses: see GroupCommit
        configuration.prepareDatabase { try SQLiteLayout.check($0) }
        pool = try storeErrors {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                // GRDB sets NORMAL, which can lose acknowledged transactions in a power cut.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Overwrites deleted content with zeros. Only some builds of SQLite do so by default.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try SQLiteLayout.migrate(db)
            }
            return pool
        }
        let server = Data(random.bytes(16)).base64EncodedString()
        follower = ChangeFollower(pool: pool, server: server, time: time)
        commits = GroupCommit(pool: pool, server: server, feed: follower.feed, decoded)
    }

    deinit { follower.stop() }

    /// See `BackendStore`.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try readNow(body)
    }

    /// See `BackendStore`.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await commits.run(body)
    }

    /// Returns the announced topics. Commits by other processes are sent within a tenth of a second. See
    /// `BackendStore`.
    public func changes() -> AsyncStream<StoreChange> { follower.feed.changes() }

    /// Removes the decoded records from memory. Then runs a checkpoint and truncates the write-ahead log, which
    /// contains the pages of earlier commits.
    ///
    /// - Throws: `StoreError.unavailable` if another process reads or writes for too long.
    public func removeDeletedBytes() async throws {
        decoded.removeAll()
        try await commits.truncateLog()
    }

    /// Verifies all pages and indexes. It reads the whole file.
    ///
    /// - Throws: `StoreError.damaged` if a page or an index is damaged.
    public func verify() throws(StoreError) {
        let findings = try storeErrors {
            try pool.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") }
        }
        guard findings == ["ok"] else { throw .damaged }
    }

    /// Does not suspend, so that the body need not escape.
    private func readNow<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result {
        try storeErrors(keepingOthers: ()) { try pool.read { db in try body(SQLiteReader(db, decoded)) } }
    }
}
