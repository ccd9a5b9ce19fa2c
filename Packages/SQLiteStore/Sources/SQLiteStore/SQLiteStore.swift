public import Foundation
import GRDB
public import OrbitStore
public import TimeAndChance

/// A store in one SQLite file: for one machine, and any number of processes on it.
///
/// Transactions that wait for each other are committed together, each in a savepoint of its own, and acknowledged when the
/// file is synced: what was acknowledged survives the death of the process and of the machine. Reads run beside them,
/// each on the state that was committed when it began.
///
/// ```swift
/// let backend = OrbitBackend(store: try SQLiteStore(path: "/var/lib/orbit/campus.sqlite"), configuration: configuration)
/// ```
public final class SQLiteStore: BackendStore {
    let pool: DatabasePool
    private let commits: GroupCommit
    private let decoded = DecodedRecords()
    private let follower: ChangeFollower

    /// Opens the file, or makes it. Beside it stand two others, with `-wal` and `-shm` at the end of their names: a copy
    /// without them is not whole.
    ///
    /// - Parameters:
    ///   - time: for looking what other processes have committed, while anyone follows ``changes()``.
    ///   - random: for a name by which it knows its own commits.
    ///   - patience: how long a transaction waits for other processes, in seconds.
    /// - Throws: `StoreError`: `newerStore` if a later version has made the file, `damaged` if it is no store.
    public init(
        path: String, time: any TimeSource = SystemClock(), random: RandomSource = .system, patience: TimeInterval = 5
    ) throws(StoreError) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(max(0, patience))
        configuration.allowsUnsafeTransactions = true  // one transaction holds several accesses: see GroupCommit
        configuration.prepareDatabase { try SQLiteLayout.check($0) }
        pool = try storeErrors {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                // GRDB has set NORMAL, with which a power cut takes what was acknowledged.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Deleted content is overwritten with zeros; only some builds of SQLite do so by default.
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

    /// See `BackendStore`. What other processes have committed is told within a tenth of a second.
    public func changes() -> AsyncStream<StoreChange> { follower.feed.changes() }

    /// Moves the log beside the file into the file and truncates the log, which still holds the pages of earlier commits.
    ///
    /// - Throws: `StoreError.unavailable` if another process reads or writes for too long.
    public func removeTraces() async throws { try await commits.truncateLog() }

    /// Without suspension, so that the body need not escape.
    private func readNow<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result {
        try storeErrors(keepingOthers: ()) { try pool.read { db in try body(SQLiteReader(db, decoded)) } }
    }
}
