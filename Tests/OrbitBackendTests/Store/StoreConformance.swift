import OrbitBackend
import Testing

/// One thing that every store must do. A store of another package runs them all against itself:
///
/// ```swift
/// @Test(arguments: StoreConformance.all)
/// func `my store keeps the contract`(_ check: StoreConformance) async throws {
///     try await check.run(MyStore())
/// }
/// ```
struct StoreConformance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Takes a store that is empty.
    let run: @Sendable (any BackendStore) async throws -> Void

    static let all: [StoreConformance] = records + listings + transactions
}

/// What the checks keep: books on shelves.
struct Book: StoreRecord, Equatable {
    static let table = "books"

    var key: String
    var shelf: String
    var year: Int64

    var indexEntries: [IndexEntry] { [IndexEntry("shelf", group: shelf, rank: year), IndexEntry("all", rank: year)] }
}

/// Another table; its keys are its own.
struct Reader: StoreRecord, Equatable {
    static let table = "readers"

    var key: String
    var name: String
    var indexEntries: [IndexEntry] { [] }
}

private struct Mishap: Error {}

extension StoreConformance {
    private static let records = [
        StoreConformance(testDescription: "what was put is got, and nothing else") { store in
            try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1813)) }
            #expect(try await store.read { try $0.get(Book.self, "a") } == Book(key: "a", shelf: "novels", year: 1813))
            #expect(try await store.read { try $0.get(Book.self, "b") } == nil)
        },
        StoreConformance(testDescription: "a second put replaces the first, entries included") { store in
            try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1813)) }
            try await store.transaction { try $0.put(Book(key: "a", shelf: "essays", year: 1850)) }
            #expect(try await store.keys("novels").isEmpty)
            #expect(try await store.keys("essays") == ["a"])
            #expect(try await store.read { try $0.list(Book.self, IndexQuery("all")) }.count == 1)
        },
        StoreConformance(testDescription: "what was deleted is gone, and deleting what is not there is fine") { store in
            try await store.transaction { try $0.put(Book(key: "a", shelf: "novels", year: 1813)) }
            try await store.transaction {
                try $0.delete(Book.self, "a")
                try $0.delete(Book.self, "b")
            }
            #expect(try await store.read { try $0.get(Book.self, "a") } == nil)
            #expect(try await store.keys("novels").isEmpty)
        },
        StoreConformance(testDescription: "tables keep equal keys apart") { store in
            try await store.transaction {
                try $0.put(Book(key: "a", shelf: "novels", year: 1813))
                try $0.put(Reader(key: "a", name: "Ada"))
                try $0.delete(Book.self, "a")
            }
            #expect(try await store.read { try $0.get(Reader.self, "a") } == Reader(key: "a", name: "Ada"))
        },
    ]

    private static let listings = [
        StoreConformance(testDescription: "a group is listed by rank, then by key, either way") { store in
            try await store.shelve(("c", 3), ("a", 5), ("b", 3), ("d", -1))
            #expect(try await store.keys("novels") == ["d", "b", "c", "a"])
            #expect(try await store.keys("novels", order: .descending) == ["a", "c", "b", "d"])
        },
        StoreConformance(testDescription: "other groups are not listed") { store in
            try await store.shelve(("a", 1))
            #expect(try await store.keys("essays").isEmpty)
            let none = try await store.read { try $0.list(Book.self, IndexQuery("no-such-index")) }
            #expect(none.isEmpty)
        },
        StoreConformance(testDescription: "both ends of the ranks belong to a query") { store in
            try await store.shelve(("a", 1), ("b", 2), ("c", 3), ("d", 4))
            #expect(try await store.keys("novels", ranks: 2...3) == ["b", "c"])
            #expect(try await store.keys("novels", ranks: 5...9).isEmpty)
            #expect(try await store.keys("novels", ranks: .min...1) == ["a"])
        },
        StoreConformance(testDescription: "a limit keeps the first in the order") { store in
            try await store.shelve(("a", 1), ("b", 2), ("c", 3))
            #expect(try await store.keys("novels", limit: 2) == ["a", "b"])
            #expect(try await store.keys("novels", order: .descending, limit: 2) == ["c", "b"])
            #expect(try await store.keys("novels", limit: 0).isEmpty)
        },
        StoreConformance(testDescription: "the extreme ranks are ranks") { store in
            try await store.shelve(("a", .min), ("b", .max), ("c", 0))
            #expect(try await store.keys("novels") == ["a", "c", "b"])
        },
    ]

    private static let transactions = [
        StoreConformance(testDescription: "a transaction sees its own writes") { store in
            let seen = try await store.transaction {
                try $0.put(Book(key: "a", shelf: "novels", year: 1))
                let put = try $0.list(Book.self, IndexQuery("shelf", group: "novels")).map(\.key)
                try $0.delete(Book.self, "a")
                return put + [try $0.get(Book.self, "a")?.key ?? "gone"]
            }
            #expect(seen == ["a", "gone"])
        },
        StoreConformance(testDescription: "a body that throws leaves no trace") { store in
            try await store.shelve(("a", 1), ("b", 2))
            await #expect(throws: Mishap.self) {
                try await store.transaction { transaction in
                    try transaction.put(Book(key: "a", shelf: "essays", year: 9))
                    try transaction.put(Book(key: "a", shelf: "poems", year: 8))
                    try transaction.put(Book(key: "c", shelf: "novels", year: 3))
                    try transaction.delete(Book.self, "b")
                    throw Mishap()
                }
            }
            #expect(try await store.keys("novels") == ["a", "b"])
            #expect(try await store.keys("essays").isEmpty)
            #expect(try await store.keys("poems").isEmpty)
            #expect(try await store.read { try $0.get(Book.self, "a") } == Book(key: "a", shelf: "novels", year: 1))
        },
        StoreConformance(testDescription: "no update is lost among many at once") { store in
            try await store.shelve(("a", 0))
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 {
                    group.addTask {
                        try await store.transaction { transaction in
                            var book = try #require(try transaction.get(Book.self, "a"))
                            book.year += 1
                            try transaction.put(book)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.read { try $0.get(Book.self, "a") }?.year == 200)
        },
    ]
}

extension BackendStore {
    fileprivate func shelve(_ books: (key: String, year: Int64)...) async throws {
        try await transaction { transaction in
            for book in books { try transaction.put(Book(key: book.key, shelf: "novels", year: book.year)) }
        }
    }

    fileprivate func keys(
        _ shelf: String, ranks: ClosedRange<Int64> = .min ... .max, order: IndexQuery.Order = .ascending,
        limit: Int = .max
    ) async throws -> [String] {
        try await read {
            let query = IndexQuery("shelf", group: shelf, ranks: ranks, order: order, limit: limit)
            return try $0.list(Book.self, query).map(\.key)
        }
    }
}
