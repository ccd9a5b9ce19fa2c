import Foundation
public import OrbitStore
public import TimeAndChance

/// The backend's store in a PostgreSQL database, which any number of servers may share.
///
/// Transactions are serializable (Ports and Grittner, "Serializable Snapshot Isolation in PostgreSQL", 2012): one that
/// cannot stand beside those that were committed meanwhile runs again. Each runs on a thread of its own connection, and
/// commits as durably as the database is set to, by default flushed to its disk.
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

    /// Connects, and makes the tables or brings them up to date.
    ///
    /// Throws `StoreError.unavailable` if there is no server, and `StoreError.newerStore` if a later version has made the
    /// tables.
    ///
    /// - Parameters:
    ///   - connection: as libpq reads it: `key=value` pairs or a `postgresql://` address. A `search_path` among its
    ///     `options` chooses the schema: one a campus, if campuses share a database.
    ///   - connections: how many transactions may run at once.
    ///   - random: how long those wait that have met, before they try again.
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

    /// Runs `body` on one consistent state; see `BackendStore`.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await withoutActuallyEscaping(body) { body in
            try await pool.run { [random, decoded] slot in
                var attempts = Attempts(of: .beginReading, random: random, decoded)
                return try attempts.run(on: slot) { try body($0) }
            }
        }
    }

    /// Runs `body` and commits what it wrote; see `BackendStore`.
    ///
    /// If the connection is lost while it commits, it throws `StoreError.unavailable` and may have committed.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await withoutActuallyEscaping(body) { body in
            try await pool.run { [random, decoded] slot in
                var attempts = Attempts(of: .beginWriting, random: random, decoded)
                return try attempts.run(on: slot) { try body($0) }
            }
        }
    }

    /// See `BackendStore`. Servers tell each other by `NOTIFY`.
    public func changes() -> AsyncStream<StoreChange> { feed.changes() }
}
