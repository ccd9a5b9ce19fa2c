import Foundation
import PostgreSQLStore
import Synchronization

/// A PostgreSQL server for the tests, in a temporary folder with a Unix socket. It stops when the process of the tests
/// ends, for any reason.
///
/// The server needs Debian's package `postgresql`. Its programs refuse to run as root. Tests that run as root start
/// them as the user `postgres`.
final class PostgreSQLServer: Sendable {
    struct NoServer: Error, CustomStringConvertible {
        let description: String
    }

    /// The server that most tests share, because starting a server takes a second.
    static let shared = Result { try PostgreSQLServer() }

    private let folder: URL
    private let number = Mutex(0)
    /// The write end of a pipe. A shell waits at the read end and stops the server when this end is closed.
    private let life: Int32

    /// Creates and starts a server.
    init() throws {
        let pattern = FileManager.default.temporaryDirectory.appending(path: "orbit-pg-XXXXXX").path()
        let name = pattern.withCString { strdup($0) }
        defer { free(name) }
        guard let name, let made = mkdtemp(name) else { throw NoServer(description: "\(pattern) cannot be made") }
        folder = URL(filePath: String(cString: made))
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw NoServer(description: "no pipe can be made") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }  // other programs must not inherit the pipe
        life = ends[1]
        defer { close(ends[0]) }
        // The server can run as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        try run("initdb", ["-D", data, "-U", "orbit", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
        let stop = Self.user(for: "pg_ctl") + [try Self.path(of: "pg_ctl"), "-D", data, "stop", "-m", "immediate"]
        _ = try spawn(
            ["/bin/sh", "-c", "read -r _; \(stop.joined(separator: " ")); rm -rf \(folder.path())"], input: ends[0],
            output: "/dev/null")
        try start()
    }

    deinit { close(life) }

    private func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }

    /// The folder of the server's data files.
    var data: String { folder.appending(path: "data").path() }

    func start() throws {
        try run(
            "pg_ctl",
            [
                "-D", data, "-l", folder.appending(path: "log").path(), "-w", "-t", "60", "-o",
                "-c listen_addresses='' -c unix_socket_directories='\(folder.path())' -c max_connections=500", "start",
            ])
    }

    /// Stops the server at once, as in a power cut that leaves the disk intact.
    func kill() throws {
        try run("pg_ctl", ["-D", data, "stop", "-m", "immediate", "-w"])
    }

    /// Creates an empty database and returns its name.
    func newDatabase() throws -> String {
        let name = "orbit\(next())"
        try execute("CREATE DATABASE \(name)", in: "postgres")
        return name
    }

    /// Ends all connections, like a restart of the database.
    func endConnections(to database: String) throws {
        try execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '\(database)'",
            in: "postgres")
    }

    func address(of database: String) -> String {
        "host=\(folder.path()) user=orbit dbname=\(database) connect_timeout=5"
    }

    @discardableResult func execute(_ sql: String, in database: String) throws -> String {
        try run("psql", ["-h", folder.path(), "-U", "orbit", "-d", database, "-v", "ON_ERROR_STOP=1", "-Atc", sql])
    }

    /// Returns all tables of a schema with their indexes and rows, as SQL.
    ///
    /// The SQL names no schema and changes no settings, so that other versions of PostgreSQL can read it.
    func dump(_ schema: String, of database: String) throws -> String {
        let omitted = ["--", "SET ", "SELECT pg_catalog.set_config", "\\restrict", "\\unrestrict", "CREATE SCHEMA"]
        let text = try run(
            "pg_dump",
            ["-h", folder.path(), "-U", "orbit", "-n", schema, "--no-owner", "--no-privileges", database])
        var (lines, isRow): ([String], Bool) = ([], false)
        for line in text.split(separator: "\n") {
            if isRow {
                isRow = line != "\\."
                lines.append(String(line))
            } else if !omitted.contains(where: { line.hasPrefix($0) }) {
                isRow = line.hasPrefix("COPY ")
                lines.append(String(line).replacing("\(schema).", with: ""))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Starts a program that runs SQL in the background. Returns its process identifier.
    func startInBackground(_ sql: String, in database: String) throws -> pid_t {
        try spawn(
            [Self.path(of: "psql"), "-h", folder.path(), "-U", "orbit", "-d", database, "-c", sql], output: "/dev/null")
    }

    @discardableResult private func run(_ program: String, _ arguments: [String]) throws -> String {
        let path = try Self.path(of: program)
        let output = folder.appending(path: "output-\(next())")
        let process = try spawn(Self.user(for: program) + [path] + arguments, output: output.path())
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        try FileManager.default.removeItem(at: output)
        guard status == 0 else { throw NoServer(description: "\(program) ended with \(status): \(text)") }
        return text
    }

    /// Starts a process. Foundation's `Process` would also wait for the server that `pg_ctl` leaves running.
    private func spawn(_ command: [String], input: Int32? = nil, output: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw NoServer(description: "\(command[0]) cannot be started")
        }
        return process
    }

    /// Returns a command prefix that runs the server's programs as `postgres` if the tests run as root.
    private static func user(for program: String) -> [String] {
        getuid() == 0 && program != "psql" ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []
    }

    private static func path(of program: String) throws -> String {
        // The folders of other systems are used if this folder does not exist.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders =
            versions.sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/bin", "/opt/homebrew/bin"]
        let found = folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { throw NoServer(description: "\(program) is missing: install postgresql") }
        return found
    }
}
