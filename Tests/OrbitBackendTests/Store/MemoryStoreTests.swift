import OrbitBackend
import Testing

@Suite struct MemoryStoreTests {
    @Test(arguments: StoreConformance.all)
    func `a memory store keeps the contract`(_ check: StoreConformance) async throws {
        try await check.run(MemoryStore())
    }

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
