import GRDB
import OrbitStore
import TimeAndChance

/// Commits transactions in groups. Each transaction runs in its own savepoint, one after the other. One sync of the
/// file acknowledges the whole group.
///
/// The transaction that holds the lock `turns` runs its body. If other transactions wait for the lock, and the group
/// has fewer than `maxGroup` transactions, the transaction releases the lock and waits for the commit. Otherwise it
/// commits all transactions since the last commit.
final class GroupCommit: Sendable {
    /// The maximum number of transactions in one commit.
    private static let maxGroup = 128
    /// The maximum time that a checkpoint waits for readers, in milliseconds.
    private static let longestWait = 100

    private struct Group: Sendable {
        var isOpen = false
        var count = 0
        /// The transactions that have run and wait for the commit.
        var waiting: [CheckedContinuation<Void, any Error>] = []
        var topics: [Set<String>] = []
    }

    private let pool: DatabasePool
    private let server: String
    private let feed: StoreFeed
    private let decoded: DecodedRecords
    private let file: FileIdentityCheck
    private let turns = AsyncMutex()
    /// Changed only by the transaction that holds the lock.
    private let group = LockedState(Group())

    init(pool: DatabasePool, server: String, feed: StoreFeed, _ decoded: DecodedRecords) {
        (self.pool, self.server, self.feed, self.decoded) = (pool, server, feed, decoded)
        file = FileIdentityCheck(path: pool.path)
    }

    func run<Result: Sendable>(_ body: @Sendable (any StoreTransaction) throws -> Result) async throws -> Result {
        await turns.lock()
        do {
            if !group.withLock({ $0.isOpen }) { try await begin() }
        } catch {
            turns.unlock()
            throw error
        }
        let outcome = perform(body)
        guard group.withLock({ $0.isOpen }) else {
            // SQLite has rolled back the whole transaction, as after a full disk.
            turns.unlock()
            return try outcome.get()
        }
        if group.withLock({ $0.count }) < Self.maxGroup, turns.isAwaited {
            try await withCheckedThrowingContinuation { continuation in
                group.withLock { $0.waiting.append(continuation) }
                turns.unlock()
            }
        } else {
            let failure = await commit()
            turns.unlock()
            if let failure { throw failure }
        }
        return try outcome.get()
    }

    /// Runs a checkpoint between two transactions, and truncates the write-ahead log.
    func truncateLog() async throws(StoreError) {
        await turns.lock()
        defer { turns.unlock() }
        if group.withLock({ $0.isOpen }) { _ = await commit() }  // the waiting transactions receive the result
        try await accessing { db in
            // Transactions wait for the checkpoint, so it must not wait long for a reader such as a backup.
            let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
            try db.execute(sql: "PRAGMA busy_timeout = \(min(patience, Self.longestWait))")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }  // this statement cannot fail
            _ = try db.checkpoint(.truncate)
        }
    }

    private func begin() async throws(StoreError) {
        let file = file
        try await accessing { db in
            guard file.isInPlace else { throw StoreError.damaged }
            try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        }
        group.withLock { $0 = Group(isOpen: true) }
    }

    /// Runs a body in a savepoint. The function does not suspend, so that the body need not escape.
    private func perform<Value>(_ body: (any StoreTransaction) throws -> Value) -> Result<Value, any Error> {
        let (outcome, isInside) = pool.writeWithoutTransaction { db in
            let outcome = Result { try storeErrors(keepingOthers: ()) { try perform(body, in: db) } }
            return (outcome, db.isInsideTransaction)
        }
        group.withLock { $0.count += 1 }
        if !isInside { end(with: .unavailable) }
        return outcome
    }

    private func perform<Value>(
        _ body: (any StoreTransaction) throws -> Value, in db: Database
    ) throws -> Value {
        try db.cachedStatement(sql: "SAVEPOINT body").execute()
        do {
            let transaction = SQLiteTransaction(db, decoded)
            let value = try body(transaction)
            try transaction.close(server: server)
            try db.cachedStatement(sql: "RELEASE body").execute()
            if !transaction.topics.isEmpty { group.withLock { $0.topics.append(transaction.topics) } }
            return value
        } catch {
            if db.isInsideTransaction {
                try db.cachedStatement(sql: "ROLLBACK TO body").execute()
                try db.cachedStatement(sql: "RELEASE body").execute()
            }
            throw error
        }
    }

    /// Commits the group and resumes all waiting transactions. Returns the error if the commit fails.
    private func commit() async -> StoreError? {
        do throws(StoreError) {
            try await accessing { db in try db.cachedStatement(sql: "COMMIT").execute() }
        } catch {
            do throws(StoreError) {
                try await accessing { db in if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") } }
            } catch {
                // SQLite rolls the transaction back when the file is opened again.
            }
            end(with: error)
            return error
        }
        let topics = group.withLock { $0.topics }
        end(with: nil)
        for topics in topics { feed.send(.topics(topics)) }
        return nil
    }

    private func end(with error: StoreError?) {
        let waiting = group.withLock { group in
            defer { group = Group() }
            return group.waiting
        }
        for continuation in waiting {
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }

    /// Runs database access on the writer's thread, because the access waits for the disk or for other processes.
    ///
    /// Cancellation of the task does not cancel the access, because other transactions of the group depend on it.
    private func accessing(_ access: @escaping @Sendable (Database) throws -> Void) async throws(StoreError) {
        let outcome = await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in
                continuation.resume(returning: Result { () throws(StoreError) in try storeErrors { try access(db) } })
            }
        }
        try outcome.get()
    }
}
