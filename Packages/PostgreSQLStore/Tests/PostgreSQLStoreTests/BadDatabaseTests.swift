import Foundation
import OrbitStore
import PostgreSQLStore
import Testing

/// Tests of a damaged, slow or removed database.
@Suite(.timeLimit(.minutes(10))) struct BadDatabaseTests {
    /// A record with an index.
    private struct Numbered: StoreRecord {
        static let table = "numbered"
        let number: Int
        var text = String(repeating: "n", count: 200)
        var key: String { "\(number)" }
        var indexEntries: [IndexEntry] { [IndexEntry("all", rank: Int64(number))] }
    }

    private func database() throws -> (server: PostgreSQLServer, name: String) {
        let server = try PostgreSQLServer.shared.get()
        return (server, try server.newDatabase())
    }

    @Test(arguments: [
        ("UPDATE orbit_store SET version = 1", StoreError.damaged), ("UPDATE orbit_store SET version = -1", .damaged),
        ("DELETE FROM orbit_store", .damaged), ("DROP TABLE orbit_entries CASCADE", .damaged),
        ("UPDATE orbit_store SET version = 99", .newerStore),
    ])
    func `a database of an unknown version or schema is refused and keeps its records`(
        _ sql: String, _ error: StoreError
    ) async throws {
        let (server, name) = try database()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try await store.transaction { try $0.put(Numbered(number: 1)) }
        try server.execute(sql, in: name)
        await #expect(throws: error) { try await PostgreSQLStore(server.address(of: name), connections: 1) }
        #expect(try server.execute("SELECT count(*) FROM orbit_records", in: name) == "1\n")
    }

    @Test func `a database whose creation was interrupted opens as an empty store`() async throws {
        let (server, name) = try database()
        try server.execute("CREATE TABLE orbit_store (version int4 NOT NULL)", in: name)
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try await store.transaction { try $0.put(Numbered(number: 1)) }
        #expect(try await store.read { try $0.list(Numbered.self, IndexQuery("all")) }.count == 1)
    }

    @Test(arguments: ["body = '\\x00'", "body = '\\x'", "schema = 99", "body = '\\x7b7d'"])
    func `an unreadable row is set aside from lists, and its read by key fails`(_ damage: String) async throws {
        let (server, name) = try database()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try await store.transaction { transaction in
            for number in 0..<10 { try transaction.put(Numbered(number: number)) }
        }
        try server.execute("UPDATE orbit_records SET \(damage) WHERE key = '5'", in: name)
        let (numbers, quarantined) = try await store.read { reader in
            (try reader.list(Numbered.self, IndexQuery("all", limit: 9)).map(\.number), reader.quarantined)
        }
        #expect(numbers == [0, 1, 2, 3, 4, 6, 7, 8, 9])
        #expect(quarantined == [UnreadableRecord(table: Numbered.table, key: "5")])
        let error: StoreError =
            damage == "schema = 99"
            ? .newerSchema(table: Numbered.table) : .unreadableRecord(table: Numbered.table)
        await #expect(throws: error) { try await store.read { try $0.get(Numbered.self, "5") } }
    }

    @Test func `a list from a damaged page fails as damaged, and its index stays readable`() async throws {
        let server = try PostgreSQLServer()
        let name = try server.newDatabase()
        do {
            let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
            try await store.transaction { transaction in
                for number in 0..<200 { try transaction.put(Numbered(number: number)) }
            }
        }
        try server.execute("CHECKPOINT", in: name)
        let path = try server.execute("SELECT pg_relation_filepath('orbit_records')", in: name).dropLast()
        try server.kill()
        let file = try FileHandle(forUpdating: URL(filePath: "\(server.data)/\(path)"))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 8_192))
        try file.close()
        try server.start()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        await #expect(throws: StoreError.damaged) {
            try await store.read { try $0.list(Numbered.self, IndexQuery("all")) }
        }
        #expect(try await store.read { try $0.positions(Numbered.self, IndexQuery("all")) }.count == 200)
    }

    @Test func `a database that refuses connections is unavailable until connections are allowed again`() async throws {
        let (server, name) = try database()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 2)
        try await store.transaction { try $0.put(Numbered(number: 1)) }
        try server.execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS false", in: "postgres")
        try server.endConnections(to: name)
        for _ in 0..<4 {
            await #expect(throws: StoreError.unavailable) { try await store.read { try $0.get(Numbered.self, "1") } }
            await #expect(throws: StoreError.unavailable) {
                try await store.transaction { try $0.put(Numbered(number: 2)) }
            }
        }
        try server.execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS true", in: "postgres")
        let numbers = try await store.read { try $0.list(Numbered.self, IndexQuery("all")).map(\.number) }
        #expect(numbers == [1])
    }

    @Test func `a statement that times out fails as unavailable, and its transaction is rolled back`() async throws {
        let (server, name) = try database()
        let address = server.address(of: name) + " options='-c statement_timeout=100'"
        let store = try await PostgreSQLStore(address, connections: 1)
        try await store.transaction { try $0.put(Numbered(number: 1)) }
        let lock = HeldLock(on: server, of: name, mode: "ACCESS EXCLUSIVE")
        try lock.hold()
        await #expect(throws: StoreError.unavailable) { try await store.read { try $0.get(Numbered.self, "1") } }
        await #expect(throws: StoreError.unavailable) {
            try await store.transaction { transaction in
                for number in 2..<100 { try transaction.put(Numbered(number: number)) }
            }
        }
        lock.release()
        try server.endConnections(to: name)  // the server does not notice at once that the lock's connection has ended
        #expect(try await store.read { try $0.list(Numbered.self, IndexQuery("all")).map(\.number) } == [1])
    }

    @Test func `writes to a dropped database fail as unavailable`() async throws {
        let (server, name) = try database()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try await store.transaction { try $0.put(Numbered(number: 1)) }
        try server.execute("DROP DATABASE \(name) WITH (FORCE)", in: "postgres")
        for _ in 0..<2 {
            await #expect(throws: StoreError.unavailable) {
                try await store.transaction { try $0.put(Numbered(number: 2)) }
            }
        }
    }

    @Test func `every write acknowledged during server restarts is stored exactly once`() async throws {
        let server = try PostgreSQLServer()
        let address = server.address(of: try server.newDatabase())
        let store = try await PostgreSQLStore(address, connections: 4)
        let acknowledged = try await withThrowingTaskGroup(of: [Int].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var acknowledged: [Int] = []
                    for number in stride(from: writer, to: 2_000, by: 4) {
                        do {
                            try await store.transaction { try $0.put(Numbered(number: number)) }
                            acknowledged.append(number)
                        } catch StoreError.unavailable {
                            // The write was not acknowledged, but may be committed.
                        }
                    }
                    return acknowledged
                }
            }
            for _ in 0..<3 {
                try server.kill()
                try server.start()
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        let kept = try await store.read { try $0.list(Numbered.self, IndexQuery("all")).map(\.number) }
        #expect(acknowledged.isSubset(of: kept) && !acknowledged.isEmpty)
        #expect(Set(kept).count == kept.count)
    }
}
