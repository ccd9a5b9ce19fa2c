import Foundation
import Synchronization

/// A lock on the table of records that another program holds. Records can be read unless the mode is `ACCESS
/// EXCLUSIVE`.
final class HeldLock: Sendable {
    private let server: PostgreSQLServer
    private let database: String
    private let mode: String
    private let holder = Mutex<Int32?>(nil)

    /// Creates a lock that is not held yet.
    ///
    /// - Parameters:
    ///   - server: the server of the database.
    ///   - database: the name of the database.
    ///   - mode: PostgreSQL's name of the lock mode (manual, 13.3.1).
    init(on server: PostgreSQLServer, of database: String, mode: String = "EXCLUSIVE") {
        (self.server, self.database, self.mode) = (server, database, mode)
    }

    /// Acquires the lock. Returns when the lock is held.
    func hold() throws {
        let sql = "BEGIN; LOCK TABLE orbit_records IN \(mode) MODE; SELECT pg_sleep(60)"
        let process = try server.startInBackground(sql, in: database)
        holder.withLock { $0 = process }
        let held = """
            SELECT count(*) FROM pg_locks WHERE mode IN ('ExclusiveLock', 'AccessExclusiveLock')
            AND relation = 'orbit_records'::regclass
            """
        for _ in 0..<1_000 {
            if try server.execute(held, in: database) == "1\n" { return }
        }
        throw PostgreSQLServer.NoServer(description: "the lock is never held")
    }

    func release() {
        guard let process = holder.withLock({ $0.take() }) else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
