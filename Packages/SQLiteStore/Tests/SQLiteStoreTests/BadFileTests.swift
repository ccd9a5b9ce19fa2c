import Foundation
import GRDB
import OrbitStore
import Testing
import TimeAndChance

@testable import SQLiteStore

/// Tests of a damaged file and of an incomplete file.
@Suite struct BadFileTests {
    private static let notes = 120

    /// Creates a closed file with numbered notes, all of them in the main file.
    private func file(notes: Int) async throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        let store = try database.open()
        try await store.transaction { transaction in
            for number in 0..<notes { try transaction.put(Note(key: "\(number)")) }
        }
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try store.pool.close()
        return database
    }

    /// Writes to the file as another program would.
    private func tamper(with database: TemporaryDatabase, _ sql: String) throws {
        let queue = try DatabaseQueue(path: database.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test(arguments: [
        ("PRAGMA user_version = 0", StoreError.damaged), ("PRAGMA user_version = -1", .damaged),
        ("DROP TABLE changes; PRAGMA user_version = 0", .damaged), ("PRAGMA application_id = 7", .damaged),
        ("PRAGMA user_version = 99", .newerStore),
    ])
    func `a file of an unknown version, program or schema is refused and keeps its records`(
        _ sql: String, _ error: StoreError
    ) async throws {
        let database = try await file(notes: 3)
        try tamper(with: database, sql)
        #expect(throws: error) { try database.open() }
        let count = try await DatabaseQueue(path: database.path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM records")
        }
        #expect(count == 3)
    }

    @Test func `without the index table, lists and writes fail as damaged, and reads by key succeed`() async throws {
        let database = try await file(notes: 3)
        try tamper(with: database, "DROP TABLE entries")
        let store = try database.open()
        await #expect(throws: StoreError.damaged) { try await store.read { try $0.list(Note.self, IndexQuery("all")) } }
        await #expect(throws: StoreError.damaged) { try await store.transaction { try $0.put(Note(key: "new")) } }
        #expect(try await store.read { try $0.get(Note.self, "1") } != nil)
        #expect(try await store.read { try $0.get(Note.self, "new") } == nil)
    }

    @Test func `a file whose creation was interrupted opens as an empty store`() async throws {
        let database = try TemporaryDatabase()
        let queue = try DatabaseQueue(path: database.path)
        try await queue.writeWithoutTransaction { db in
            // The small cache makes SQLite write to the file before the end of the transaction.
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            try db.execute(sql: "CREATE TABLE records (id INTEGER PRIMARY KEY, filling TEXT)")
            for number in 0..<200 {
                try db.execute(
                    sql: "INSERT INTO records VALUES (?, ?)", arguments: [number, String(repeating: "x", count: 1_000)])
            }
            try database.crash()
            try db.execute(sql: "ROLLBACK")
        }
        let size = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")[.size] as? Int
        #expect(try #require(size) > 100_000)
        let store = try database.open()
        try await store.transaction { try $0.put(Note(key: "a")) }
        #expect(try await store.read { try $0.list(Note.self, IndexQuery("all")) }.map(\.key) == ["a"])
    }

    @Test(arguments: ["body = x'00'", "body = x''", "schema = 99", "body = x'7b7d'"])
    func `an unreadable row is set aside from lists, and its read by key fails`(_ damage: String) async throws {
        let database = try await file(notes: 10)
        try tamper(with: database, "UPDATE records SET \(damage) WHERE key = '5'")
        let store = try database.open()
        let (keys, quarantined) = try await store.read { reader in
            (try reader.list(Note.self, IndexQuery("all", limit: 9)).map(\.key), reader.quarantined)
        }
        #expect(keys == ["0", "1", "2", "3", "4", "6", "7", "8", "9"])
        #expect(quarantined == [UnreadableRecord(table: Note.table, key: "5")])
        let error: StoreError =
            damage == "schema = 99" ? .newerSchema(table: Note.table) : .unreadableRecord(table: Note.table)
        await #expect(throws: error) { try await store.read { try $0.get(Note.self, "5") } }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `with a random damaged page, every read is correct or reports damage`(seed: UInt64) async throws {
        let database = try await file(notes: Self.notes)
        var random = SplitMix64(seed: seed)
        let handle = try FileHandle(forUpdating: URL(filePath: database.path))
        let pages = try handle.seekToEnd() / 4_096
        var damages = 0
        for _ in 0..<8 {
            let place = UInt64.random(in: 1..<pages, using: &random) * 4_096
            try handle.seek(toOffset: place)
            let page = try #require(try handle.read(upToCount: 4_096))
            try handle.seek(toOffset: place)
            try handle.write(contentsOf: Data((0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }))
            damages += try await damage(in: database)
            try handle.seek(toOffset: place)
            try handle.write(contentsOf: page)
        }
        #expect(try await database.open().read { try $0.list(Note.self, IndexQuery("all")) }.count == Self.notes)
        #expect(damages > 0)
    }

    @Test func `the verification of a file reports a damaged page`() async throws {
        let database = try await file(notes: Self.notes)
        try database.open().verify()
        let handle = try FileHandle(forUpdating: URL(filePath: database.path))
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try handle.close()
        try database.crash()
        let store = try database.open()
        #expect(throws: StoreError.damaged) { try store.verify() }
    }

    /// Returns how often the store reports damage. Checks the notes that it reads.
    private func damage(in database: TemporaryDatabase) async throws -> Int {
        var damages = 0
        do {
            let store = try database.open()
            defer { try? store.pool.close() }  // the next store opens the file again
            for number in stride(from: 0, to: Self.notes, by: 3) {
                do {
                    let note = try await store.read { try $0.get(Note.self, "\(number)") }
                    #expect(note?.text == Note(key: "").text)
                } catch let error as StoreError {
                    #expect([.damaged, .unreadableRecord(table: Note.table)].contains(error))
                    damages += 1
                }
            }
            do {
                let notes = try await store.read { try $0.list(Note.self, IndexQuery("all")) }
                #expect(notes.count == Self.notes)
            } catch let error as StoreError {
                #expect(error == .damaged)
                damages += 1
            }
        } catch let error as StoreError {
            #expect(error == .damaged)
            damages += 1
        }
        return damages
    }
}
