import Foundation
import OrbitStore
import PostgreSQLStore
import Synchronization

/// A store in its own schema. PostgreSQL removes a schema within milliseconds, and a database within seconds.
final class PostgreSQLSchema: TemporaryStore {
    private static let count = Mutex(0)

    private let server: PostgreSQLServer
    private let database: String
    private let schema: String
    let store: any BackendStore

    /// Creates an empty store, unless a parameter provides its tables.
    ///
    /// - Parameters:
    ///   - database: the database of the schema.
    ///   - server: the server of the database.
    ///   - original: a schema of the same database whose tables are copied.
    ///   - file: SQL of ``save(to:)``, which creates the tables.
    init(
        in database: String, on server: PostgreSQLServer, copying original: String? = nil, loading file: URL? = nil
    ) async throws {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let schema = "store\(number)"
        try server.execute("CREATE SCHEMA \(schema)", in: database)
        if let original { try server.execute(Self.copying(original, to: schema), in: database) }
        if let file {
            try server.execute("\\i \(file.path)", in: "dbname=\(database) options='-c search_path=\(schema)'")
        }
        let address = server.address(of: database) + " options='-c search_path=\(schema)'"
        store = try await PostgreSQLStore(address, connections: 4)
        (self.server, self.database, self.schema) = (server, database, schema)
    }

    deinit {
        // The server and all its databases are removed when the process exits.
        _ = try? server.execute("DROP SCHEMA \(schema) CASCADE", in: database)
    }

    /// Returns the statement that copies all tables of a schema, with their indexes, to an empty schema.
    private static func copying(_ original: String, to copy: String) -> String {
        """
        DO $$ DECLARE tab text; BEGIN
            FOR tab IN SELECT tablename FROM pg_tables WHERE schemaname = '\(original)' LOOP
                EXECUTE format('CREATE TABLE \(copy).%I (LIKE \(original).%I INCLUDING ALL)', tab, tab);
                EXECUTE format('INSERT INTO \(copy).%I SELECT * FROM \(original).%I', tab, tab);
            END LOOP;
        END $$
        """
    }

    func copy() async throws -> any TemporaryStore {
        try await PostgreSQLSchema(in: database, on: server, copying: schema)
    }

    func save(to file: URL) async throws {
        try server.dump(schema, of: database).write(to: file, atomically: true, encoding: .utf8)
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }
}
