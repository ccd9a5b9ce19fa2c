import Foundation
import OrbitStore
import OrbitStoreTesting
import PostgreSQLStore
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConformanceTests {
    /// A record of these tests.
    private struct Note: StoreRecord, Hashable {
        static let table = "notes"
        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    @Test(arguments: StoreConformance.checks)
    func `a PostgreSQL store meets the requirements of a store`(check: StoreCheck) async throws {
        try await check.run { try StoreUnderTest(on: PostgreSQLServer.shared.get()) }
    }

    @Test(arguments: StoreConformance.durabilityChecks)
    func `acknowledged transactions survive a crash of the PostgreSQL server`(check: StoreCheck) async throws {
        try await check.run {
            let server = try PostgreSQLServer()
            var database = try StoreUnderTest(on: server)
            database.crash = {
                try server.kill()
                try server.start()
            }
            return database
        }
    }

    /// All failures except a full disk. To simulate it, the test would have to fill the disk of the whole server.
    @Test(arguments: StoreConformance.failureChecks.filter { !$0.name.contains("full") })
    func `a PostgreSQL store reports each failure of its database and stays readable`(check: StoreCheck) async throws {
        try await check.run {
            let server = try PostgreSQLServer.shared.get()
            let name = try server.newDatabase()
            let address = server.address(of: name) + " options='-c lock_timeout=200'"
            var database = StoreUnderTest { try await PostgreSQLStore(address, connections: 2) }
            let lock = HeldLock(on: server, of: name)
            database.faultInjection = { fault in
                switch fault {
                case nil:
                    lock.release()
                    try server.execute("ALTER DATABASE \(name) RESET default_transaction_read_only", in: "postgres")
                    try server.endConnections(to: name)
                case .readOnly?:
                    try server.execute(
                        "ALTER DATABASE \(name) SET default_transaction_read_only = on", in: "postgres")
                    try server.endConnections(to: name)
                case .busy?: try lock.hold()
                case .full?: throw PostgreSQLServer.NoServer(description: "its disk cannot be filled")
                }
            }
            return database
        }
    }

    /// A value whose identity shows whether its record was decoded again.
    private final class Cover: Codable, Sendable {}

    private struct BoundNote: StoreRecord {
        static let table = "bound notes"
        let key: String
        var cover = Cover()
        var indexEntries: [IndexEntry] { [] }
    }

    @Test func `removeDeletedBytes removes decoded records from memory`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = try server.newDatabase()
        let store = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try await store.transaction { try $0.put(BoundNote(key: "a")) }
        func cover() async throws -> Cover? { try await store.read { try $0.get(BoundNote.self, "a")?.cover } }
        let first = try await cover()
        let second = try await cover()
        try await store.removeDeletedBytes()
        let third = try await cover()
        #expect(first != nil && first === second && first !== third)
    }

    @Test func `a database of a later version is refused`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = try server.newDatabase()
        _ = try await PostgreSQLStore(server.address(of: name), connections: 1)
        try server.execute("UPDATE orbit_store SET version = version + 1", in: name)
        await #expect(throws: StoreError.newerStore) {
            try await PostgreSQLStore(server.address(of: name), connections: 1)
        }
    }

    @Test func `stores in separate schemas of a database do not share records`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = try server.newDatabase()
        var stores: [PostgreSQLStore] = []
        for campus in ["stanford", "cornell"] {
            try server.execute("CREATE SCHEMA \(campus)", in: name)
            let address = server.address(of: name) + " options='-c search_path=\(campus)'"
            stores.append(try await PostgreSQLStore(address, connections: 1))
        }
        try await stores[0].transaction { try $0.put(Note(key: "a")) }
        #expect(try await stores[0].read { try $0.get(Note.self, "a") } != nil)
        #expect(try await stores[1].read { try $0.get(Note.self, "a") } == nil)
    }

    @Test func `opening a store without a server fails as unavailable`() async throws {
        await #expect(throws: StoreError.unavailable) {
            try await PostgreSQLStore("host=/nowhere dbname=orbit connect_timeout=1", connections: 1)
        }
    }

    @Test func `reads fail as unavailable while the server is down and succeed after its restart`() async throws {
        let server = try PostgreSQLServer()
        let store = try await PostgreSQLStore(server.address(of: try server.newDatabase()), connections: 2)
        try await store.transaction { try $0.put(Note(key: "a")) }
        try server.kill()
        await #expect(throws: StoreError.unavailable) { try await store.read { try $0.get(Note.self, "a") } }
        try server.start()
        #expect(try await store.read { try $0.get(Note.self, "a") } == Note(key: "a"))
    }
}

extension StoreUnderTest {
    init(on server: PostgreSQLServer) throws {
        let address = server.address(of: try server.newDatabase())
        self.init { try await PostgreSQLStore(address, connections: 4) }
    }
}
