import Dispatch
import Foundation
import OrbitStore
import Testing

@Suite struct MemoryStoreTests {
    @Test func `a record of another type in the table is not passed off as one`() async throws {
        struct Impostor: StoreRecord {
            static let table = Book.table
            var key: String
            var indexEntries: [IndexEntry] { [] }
        }
        let store = MemoryStore()
        try await store.transaction { try $0.put(Impostor(key: "a")) }
        await #expect(throws: StoreError.unreadableRecord(table: "books")) {
            _ = try await store.read { try $0.get(Book.self, "a") }
        }
    }

    @Test func `a copy and its store go their own ways`() async throws {
        let store = MemoryStore()
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1)) }
        let copy = store.copy()
        try await store.transaction { try $0.put(Book(key: "b", shelf: "novels", year: 2)) }
        try await copy.transaction { try $0.delete(Book.self, "a") }
        let query = IndexQuery("shelf", group: "novels")
        #expect(try await store.read { try $0.list(Book.self, query).map(\.year) } == [1, 2])
        #expect(try await copy.read { try $0.list(Book.self, query).map(\.year) } == [])
    }

    @Test func `a read sees what was committed when it began, while others write and read`() async throws {
        let store = MemoryStore()
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1)) }
        let (reading, begins) = AsyncStream.makeStream(of: Void.self)
        let isWritten = DispatchSemaphore(value: 0)
        async let years = OwnThread().read(store) { reader in
            let before = try reader.get(Book.self, "a")?.year
            begins.finish()
            isWritten.wait()
            return [before, try reader.get(Book.self, "a")?.year]
        }
        for await _ in reading {}
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 2)) }
        #expect(try await store.read { try $0.get(Book.self, "a")?.year } == 2)
        isWritten.signal()
        #expect(try await years == [1, 1])
    }

    @Test func `a row of another version is migrated, and one of a later is never overwritten`() async throws {
        struct LaterBook: StoreRecord, Equatable {
            static let table = Book.table
            static let schema = 2
            var key: String
            var shelves: [String]
            var indexEntries: [IndexEntry] { shelves.map { IndexEntry("shelf", group: $0) } }

            init(key: String, shelves: [String]) { (self.key, self.shelves) = (key, shelves) }

            init(from decoder: any Decoder, schema: Int) throws {
                let before = try Book(from: decoder)
                self.init(key: before.key, shelves: [before.shelf])
            }
        }
        let store = MemoryStore()
        try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1)) }
        try await store.transaction { transaction in
            var book = try #require(try transaction.get(LaterBook.self, "a"))
            #expect(book.shelves == ["novels"])
            book.shelves.append("gifts")
            try transaction.put(book)
        }
        for shelf in ["novels", "gifts"] {
            #expect(try await store.read { try $0.count(LaterBook.self, IndexQuery("shelf", group: shelf)) } == 1)
        }
        await #expect(throws: StoreError.newerSchema(table: "books")) {
            try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 2)) }
        }
        await #expect(throws: StoreError.newerSchema(table: "books")) {
            _ = try await store.read { try $0.get(Book.self, "a") }
        }
    }

    @Test func `ten thousand records in one group are put and listed`() async throws {
        let store = MemoryStore()
        try await store.transaction { transaction in
            for number in 0..<10_000 {
                try transaction.put(Book(key: "\(number)", shelf: "novels", year: Int64(number * 7 % 10_000)))
            }
        }
        let years = try await store.read { try $0.list(Book.self, IndexQuery("shelf", group: "novels")).map(\.year) }
        #expect(years == Array(0..<10_000))
    }
}

/// Reads where waiting holds up no thread that other tests need.
private actor OwnThread {
    private final class Queue: SerialExecutor {
        private let queue = DispatchQueue(label: "reads")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let queue = Queue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func read<Result: Sendable>(
        _ store: MemoryStore, _ body: @Sendable (any StoreReader) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    @Test func `what is left out does not count for a limit`() async throws {
        let memory = MemoryStore()
        struct Impostor: StoreRecord {
            static let table = Book.table
            var key: String
            var indexEntries: [IndexEntry] { [IndexEntry("shelf", group: "novels", rank: 0)] }
        }
        try await memory.transaction {
            try $0.put(Impostor(key: "a"))
            for (key, year) in [("b", 1), ("c", 2), ("d", 3)] {
                try $0.put(Book(key: key, shelf: "novels", year: Int64(year)))
            }
        }
        let (keys, aside) = try await memory.read { reader in
            let query = IndexQuery("shelf", group: "novels", limit: 2)
            return (try reader.list(Book.self, query).map(\.key), reader.setAside)
        }
        #expect(keys == ["b", "c"])
        #expect(aside == [UnreadableRecord(table: "books", key: "a")])
    }
}
