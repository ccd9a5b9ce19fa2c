import OrbitStore
import PostgreSQLStore
import SQLiteStore

extension DatabaseAddress {
    /// Opens the store.
    ///
    /// - Throws: ``StartupError``.
    package func open() async throws -> any BackendStore {
        do {
            switch self {
            case .sqlite(let path): return try SQLiteStore(path: path)
            case .postgreSQL(let address): return try await PostgreSQLStore(address)
            }
        } catch StoreError.unavailable {
            switch self {
            case .sqlite(let path): throw StartupError.lockedDatabase(path)
            case .postgreSQL: throw StartupError.unreachableDatabase
            }
        } catch let error as StoreError {
            throw StartupError.store(error, database: name)
        }
    }

    /// Verifies an opened SQLite file. PostgreSQL has tools of its own.
    ///
    /// - Throws: ``StartupError/store(_:database:)``.
    package func verify(_ store: any BackendStore) throws {
        guard let file = store as? SQLiteStore else { return }
        do throws(StoreError) {
            try file.verify()
        } catch {
            throw StartupError.store(error, database: name)
        }
    }

    /// A name for messages. An address of PostgreSQL can contain a password.
    private var name: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "PostgreSQL"
        }
    }
}
