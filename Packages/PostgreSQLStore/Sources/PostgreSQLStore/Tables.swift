import OrbitStore

/// The tables and their migrations between released versions.
enum Tables {
    /// The statements that create the tables, in order. Released statements never change. New versions add statements.
    /// The version of a database is the number of statements that have run.
    private static let steps = [
        """
        CREATE TABLE orbit_records (
            tab text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, schema int4 NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (tab, key))
        """,
        """
        CREATE TABLE orbit_entries (
            tab text COLLATE "C" NOT NULL, idx text COLLATE "C" NOT NULL, grp text COLLATE "C" NOT NULL,
            rank int8 NOT NULL, key text COLLATE "C" NOT NULL, PRIMARY KEY (tab, idx, grp, rank, key))
        """,
        "CREATE INDEX orbit_entries_of_record ON orbit_entries (tab, key)",
        """
        CREATE TABLE orbit_blobs (
            tab text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (tab, key))
        """,
        // The bytes are compressed already.
        "ALTER TABLE orbit_blobs ALTER COLUMN bytes SET STORAGE EXTERNAL",
    ]

    /// Runs the remaining steps, under a lock that excludes other servers.
    static func prepare(on connection: Connection) throws {
        if try version(on: connection) == steps.count { return }
        try connection.execute("BEGIN")
        do {
            try connection.execute("SELECT pg_advisory_xact_lock(hashtext('orbit_store'))")
            try connection.execute("CREATE TABLE IF NOT EXISTS orbit_store (version int4 NOT NULL)")
            let version = try version(on: connection)
            guard version >= 0 else { throw DatabaseFailure.store(.damaged) }
            guard version <= steps.count else { throw DatabaseFailure.store(.newerStore) }
            for step in steps[version...] { try connection.execute(step) }
            try connection.execute("DELETE FROM orbit_store")
            try connection.execute("INSERT INTO orbit_store VALUES (\(steps.count))")
            try connection.execute("COMMIT")
        } catch {
            // The error contains the reason. A connection that cannot roll back is discarded.
            _ = try? connection.execute("ROLLBACK")
            throw error
        }
    }

    private static func version(on connection: Connection) throws -> Int {
        guard try !connection.execute("SELECT to_regclass('orbit_store')").isNull(0, 0) else { return 0 }
        let rows = try connection.execute("SELECT version FROM orbit_store")
        return rows.count > 0 ? Int(rows.number(0, 0)) : 0
    }
}
