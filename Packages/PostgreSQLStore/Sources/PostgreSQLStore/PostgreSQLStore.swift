import Foundation
public import OrbitStore
public import TimeAndChance

/// A store in a PostgreSQL database that any number of servers may share.
///
/// Transactions are serializable (Ports and Grittner, "Serializable Snapshot Isolation in PostgreSQL", 2012). A
/// transaction that conflicts with concurrent commits runs again. Each transaction runs on the thread of its
/// connection. A commit is as durable as the database's settings make it. By default PostgreSQL flushes it to disk.
///
/// ```swift
/// let store = try await PostgreSQLStore("host=db.internal dbname=orbit user=orbit")
/// let backend = OrbitBackend(store: store, configuration: configuration)
/// ```
public final class PostgreSQLStore: BackendStore {
    private let pool: ConnectionPool
    private let feed: StoreFeed
    private let listener: ChangeListener
    private let random: RandomSource
    private let decoded = DecodedRecords()

    /// Connects, and creates or migrates the tables.
    ///
    /// - Parameters:
    ///   - connection: the address in libpq's format: `key=value` pairs or a `postgresql://` address. A `search_path`
    ///     in its `options` selects the schema. Campuses that share a database need one schema each.
    ///   - connections: the maximum number of concurrent transactions.
    ///   - random: the source of jitter for retries after conflicts.
    /// - Throws: `StoreError.unavailable` if the server cannot be reached. `StoreError.newerStore` if a later version
    ///   has created the tables.
    public init(_ connection: String, connections: Int = 8, random: RandomSource = .system) async throws {
        self.random = random
        let listener = ChangeListener(connection)
        feed = StoreFeed { listener.listens($0) }
        self.listener = listener
        pool = ConnectionPool(connection, size: max(1, connections))
        listener.deliver(to: feed)
        try await pool.run { _ = try $0.get() }
    }

    deinit {
        listener.listens(false)
        pool.end()
    }

    /// Runs `body` on one consistent snapshot. See `BackendStore`.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await withoutActuallyEscaping(body) { body in
            try await pool.run { [random, decoded] slot in
                var attempts = SerializationRetry(of: .beginReading, random: random, decoded)
                return try attempts.run(on: slot) { try body($0) }
            }
        }
    }

    /// Runs `body` and commits its writes. See `BackendStore`.
    ///
    /// - Throws: `StoreError.unavailable` also if the connection is lost during the commit. The transaction may then be
    ///   committed.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await withoutActuallyEscaping(body) { body in
            try await pool.run { [random, decoded] slot in
                var attempts = SerializationRetry(of: .beginWriting, random: random, decoded)
                return try attempts.run(on: slot) { try body($0) }
            }
        }
    }

    /// Returns the announced topics. Servers exchange topics with `NOTIFY`. See `BackendStore`.
    public func changes() -> AsyncStream<StoreChange> { feed.changes() }

    /// Removes the decoded records from memory. PostgreSQL removes deleted rows from its files by `VACUUM`.
    public func removeDeletedBytes() async throws { decoded.removeAll() }
}
