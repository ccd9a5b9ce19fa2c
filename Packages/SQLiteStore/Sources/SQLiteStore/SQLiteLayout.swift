import GRDB
import OrbitStore

/// The tables of the file, by the number that SQLite keeps as its `user_version`.
enum SQLiteLayout {
    /// `Orbt`: tells the file from other programs' (`PRAGMA application_id`).
    private static let application = 0x4F72_6274

    /// What makes each version of the one before. What is released is never changed; a new version is added.
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

    /// Refuses a file of another program or a later version, before anything is written.
    static func check(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
        guard application == Self.application || (application == 0 && tables == 0) else { throw StoreError.damaged }
        guard version <= steps.count else { throw StoreError.newerStore }
    }

    /// Brings the file to this version, in one transaction.
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
