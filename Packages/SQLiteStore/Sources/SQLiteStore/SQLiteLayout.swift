import GRDB
import OrbitStore

/// The schema of the file. SQLite stores its version as `user_version`.
enum SQLiteLayout {
    /// `Orbt`, which identifies files of this module (`PRAGMA application_id`).
    private static let application = 0x4F72_6274

    /// The migrations from each version to the next. Released migrations never change. A new version adds a migration.
    private static let steps = [
        """
        CREATE TABLE records (
            id INTEGER PRIMARY KEY, tbl TEXT NOT NULL, key TEXT NOT NULL, schema INTEGER NOT NULL, body BLOB NOT NULL,
            entries TEXT NOT NULL, UNIQUE (tbl, key)
        ) STRICT;
        CREATE TABLE entries (
            tbl TEXT NOT NULL, idx TEXT NOT NULL, grp TEXT NOT NULL, rank INTEGER NOT NULL, key TEXT NOT NULL,
            record INTEGER NOT NULL, PRIMARY KEY (tbl, idx, grp, rank, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE blobs (tbl TEXT NOT NULL, key TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (tbl, key)) STRICT;
        CREATE TABLE changes (id INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, topics TEXT NOT NULL) STRICT;
        """
    ]

    /// Throws if another program or a later version has written the file. Writes nothing.
    static func check(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
        guard application == Self.application || (application == 0 && tables == 0) else { throw StoreError.damaged }
        guard version <= steps.count else { throw StoreError.newerStore }
    }

    /// Migrates the file to this version in one transaction.
    static func migrate(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version < steps.count else { return .commit }
            for step in steps[max(0, version)...] { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA user_version = \(steps.count); PRAGMA application_id = \(application)")
            return .commit
        }
    }
}
