import Foundation
import GRDB
import OrbitStore
import OrbitStoreTesting
import Testing
import TimeAndChance

@testable import SQLiteStore

@Suite struct SQLiteStoreTests {
    private func database(patience: TimeInterval = 5) throws -> StoreUnderTest {
        let database = try TemporaryDatabase()
        var subject = StoreUnderTest { try database.open(patience: patience) }
        subject.crash = { try database.crash() }
        subject.faultInjection = { try database.inject($0) }
        return subject
    }

    @Test(arguments: StoreConformance.checks + StoreConformance.durabilityChecks)
    func `a SQLite store meets the requirements of a store`(_ check: StoreCheck) async throws {
        // If the disk is busy, a commit of one store takes long, and the other store waits for it.
        try await check.run { try database(patience: 60) }
    }

    @Test(arguments: StoreConformance.failureChecks)
    func `a SQLite store reports each failure of its database and stays readable`(_ check: StoreCheck) async throws {
        try await check.run { try database(patience: 0.05) }
    }

    @Test func `the writer syncs every commit, uses a write-ahead log, and overwrites deleted bytes`() throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        let (synchronous, journal) = try store.pool.writeWithoutTransaction { db in
            (try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode"))
        }
        #expect(synchronous == 2 && journal == "wal")
        let secureDelete = try store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA secure_delete") }
        #expect(secureDelete == 1)
    }

    @Test func `deleted bytes leave the write-ahead log with removeDeletedBytes and the file with VACUUM`()
        async throws
    {
        let database = try TemporaryDatabase()
        let store = try database.open()
        let secret = "the secret of a person who has left"
        for part in 0..<20 {
            try await store.transaction { transaction in
                for number in 0..<50 {
                    let isKept = number % 3 == 0
                    let album = Album(key: "\(part) \(number)", text: isKept ? "kept" : "\(secret) \(part) \(number)")
                    try transaction.put(album)
                    let bytes = Data((isKept ? "kept" : secret).utf8) + Data(count: number * 100)
                    try transaction.putBlob(bytes, of: Album.self, album.key)
                }
            }
        }
        #expect(try !database.holds(secret).isEmpty)
        try await store.removeDeletedBytes()
        #expect(try database.holds(secret) == [""])
        try await store.transaction { transaction in
            for part in 0..<20 {
                for number in 0..<50 where number % 3 != 0 { try transaction.delete(Album.self, "\(part) \(number)") }
            }
        }
        async let others: Void = store.transaction { try $0.put(Note(key: "beside", text: "kept")) }
        try await store.removeDeletedBytes()
        try await others
        try await store.removeDeletedBytes()
        #expect(try !database.holds(secret).contains("-wal"))
        // If SQLite has moved records within a page, a copy can remain in the free space of the page.
        try await store.pool.vacuum()
        try await store.removeDeletedBytes()
        #expect(try database.holds(secret) == [])
        #expect(try await store.read { try $0.get(Album.self, "0 0")?.text } == "kept")
    }

    @Test func `an open read makes removeDeletedBytes fail until the read ends, and blocks no commit`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        try await store.transaction { try $0.put(Note(key: "a", text: "kept")) }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: database.path, configuration: configuration)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM records") }
        try await store.transaction { try $0.put(Note(key: "b", text: "kept")) }
        await #expect(throws: StoreError.unavailable) { try await store.removeDeletedBytes() }
        try await store.transaction { try $0.put(Note(key: "c", text: "kept")) }
        let patience = try await store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
        #expect(patience == 5_000)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await store.removeDeletedBytes()
        let size = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")[.size] as? Int
        #expect(size == 0)
    }

    @Test func `unusable files and missing folders are refused, and refused databases stay unchanged`() throws {
        let database = try TemporaryDatabase()
        for (sql, error) in [
            ("PRAGMA application_id = 1332896372; PRAGMA user_version = 99; CREATE TABLE t (a)", StoreError.newerStore),
            ("CREATE TABLE t (a)", .damaged),
        ] {
            do {
                let queue = try DatabaseQueue(path: database.path)
                try queue.write { try $0.execute(sql: sql) }
                try queue.close()
            }
            let before = try Data(contentsOf: URL(filePath: database.path))
            #expect(throws: error) { try database.open() }
            #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
            try FileManager.default.removeItem(atPath: database.path)
        }
        try Data(repeating: 65, count: 10_000).write(to: URL(filePath: database.path))
        #expect(throws: StoreError.damaged) { try database.open() }
        #expect(throws: StoreError.unavailable) { try SQLiteStore(path: "/none/such/folder/file") }
    }

    @Test func `a list of records from damaged pages fails as damaged`() async throws {
        let database = try TemporaryDatabase()
        do {
            let store = try database.open()
            try await store.transaction { transaction in
                for number in 0..<2_000 { try transaction.put(Note(key: "\(number)")) }
            }
            try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try store.pool.close()
        }
        let file = try FileHandle(forUpdating: URL(filePath: database.path))
        let size = try file.seekToEnd()
        for page in 2..<size / 4_096 {
            try file.seek(toOffset: page * 4_096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        try file.close()
        await #expect(throws: StoreError.damaged) {
            _ = try await database.open().read { try $0.list(Note.self, IndexQuery("all")) }
        }
    }

    @Test func `a list decodes a record again only after its bytes have changed`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        try await store.transaction { try $0.put(BoundNote(key: "a", text: "first")) }
        let first = try await store.read { try $0.list(BoundNote.self, IndexQuery("all")).map(\.cover) }
        let second = try await store.read { try $0.list(BoundNote.self, IndexQuery("all")).map(\.cover) }
        #expect(first.count == 1 && first.first === second.first)
        try await store.transaction { try $0.put(BoundNote(key: "a", text: "second")) }
        let changed = try await store.read { try $0.list(BoundNote.self, IndexQuery("all")) }
        #expect(changed.map(\.text) == ["second"] && changed.first?.cover !== first.first)
    }

    @Test func `removeDeletedBytes removes decoded records from memory, also if it fails`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open(patience: 0.05)
        try await store.transaction { try $0.put(BoundNote(key: "a", text: "first")) }
        func cover() async throws -> Cover? { try await store.read { try $0.get(BoundNote.self, "a")?.cover } }
        var covers = [try await cover()]
        try await store.removeDeletedBytes()
        covers.append(try await cover())
        try database.inject(.busy)
        await #expect(throws: StoreError.unavailable) { try await store.removeDeletedBytes() }
        covers.append(try await cover())
        let identities = covers.compactMap { one in one.map { ObjectIdentifier($0) } }
        #expect(Set(identities).count == 3)
    }

    @Test func `a record is read as its bytes encode it, also after a write to a cached record`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        for text in ["First", "Second"] {
            let seen = try await store.transaction { transaction in
                try transaction.put(LowercaseNote(key: "a", text: text))
                return try transaction.get(LowercaseNote.self, "a")?.text
            }
            let stored = try await store.read { try $0.get(LowercaseNote.self, "a")?.text }
            #expect(seen == text.lowercased() && stored == text.lowercased())
        }
    }

    @Test func `a write fails after the database file was removed`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        try await store.transaction { try $0.put(Note(key: "a")) }
        try FileManager.default.removeItem(atPath: database.path)
        await #expect(throws: StoreError.self) { try await store.transaction { try $0.put(Note(key: "b")) } }
    }

    @Test func `concurrent transactions are committed in batches without loss`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        let commits = LockedState(0)
        try await store.pool.writeWithoutTransaction { db in
            db.trace { event in
                if "\(event)" == "COMMIT" { commits.withLock { $0 += 1 } }
            }
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                group.addTask { try await store.transaction { try $0.put(Note(key: "\(number)")) } }
            }
            try await group.waitForAll()
        }
        #expect((1..<250).contains(commits.withLock { $0 }))
        #expect(try await store.read { try $0.count(Note.self, IndexQuery("all")) } == 500)
    }

    @Test func `cancelled callers still commit their transactions`() async throws {
        let database = try TemporaryDatabase()
        let store = try database.open()
        let tasks = (0..<50).map { number in
            Task { try await store.transaction { try $0.put(Note(key: "\(number)")) } }
        }
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
        #expect(try await store.read { try $0.count(Note.self, IndexQuery("all")) } == 50)
    }
}

struct Note: StoreRecord {
    static let table = "notes"
    var key: String
    var text = String(repeating: "n", count: 300)
    var indexEntries: [IndexEntry] { [IndexEntry("all")] }
}

/// A value whose identity shows whether its record was decoded again.
private final class Cover: Codable, Sendable {}

private struct BoundNote: StoreRecord {
    static let table = "bound notes"
    let key: String
    let text: String
    var cover = Cover()
    var indexEntries: [IndexEntry] { [IndexEntry("all")] }
}

/// A record whose encoding changes its text.
private struct LowercaseNote: StoreRecord {
    static let table = "lowercase notes"
    let key: String
    let text: String
    var indexEntries: [IndexEntry] { [] }

    private enum CodingKeys: CodingKey { case key, text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(text.lowercased(), forKey: .text)
    }
}

/// A record with a text and a blob.
private struct Album: BlobRecord {
    static let table = "albums"

    let key: String
    let text: String
    var indexEntries: [IndexEntry] { [] }
}
