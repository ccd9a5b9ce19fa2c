package import Foundation
package import OrbitStore

/// A database that the histories and the requests run on.
package enum Engine: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL = "postgresql"

    private static let sharedDatabase = Result { try PostgreSQLServer.shared.get().newDatabase() }

    /// Creates a store without records.
    ///
    /// - Parameter isSharing: whether a store on PostgreSQL shares its database with other stores, which takes less
    ///   time and space. Its subscribers then receive the topics of all of them.
    package func makeStore(isSharing: Bool = false) async throws -> any TemporaryStore {
        switch self {
        case .sqlite: return try SQLiteFile()
        case .postgreSQL:
            let server = try PostgreSQLServer.shared.get()
            let database = try isSharing ? Self.sharedDatabase.get() : server.newDatabase()
            return try await PostgreSQLSchema(in: database, on: server)
        }
    }

    /// Creates a store with the records of a file.
    ///
    /// The tables remain in the version that wrote them until the store is opened.
    ///
    /// - Parameter file: a file of ``TemporaryStore/save(to:)``.
    package func makeStore(from file: URL) async throws -> any TemporaryStore {
        switch self {
        case .sqlite: return try SQLiteFile(copying: file)
        case .postgreSQL:
            return try await PostgreSQLSchema(
                in: Self.sharedDatabase.get(), on: PostgreSQLServer.shared.get(), loading: file)
        }
    }
}

/// A store whose records are removed with it. It forwards reads and transactions to a store on an engine.
package protocol TemporaryStore: BackendStore {
    /// The store on the engine.
    var store: any BackendStore { get async throws }

    /// Creates another store with the same records. No transaction of this store may be under way.
    func copy() async throws -> any TemporaryStore

    /// Writes all records to a new file: a database of SQLite, or SQL for PostgreSQL. No transaction of this store may be
    /// under way.
    func save(to file: URL) async throws
}

extension TemporaryStore {
    package func read<Result: Sendable>(
        _ body: @Sendable (any StoreReader) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    package func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }

    package func removeDeletedBytes() async throws { try await store.removeDeletedBytes() }
}
