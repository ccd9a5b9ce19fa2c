import Foundation
import OrbitStore

/// A book on a shelf, the record of most checks.
struct Book: StoreRecord, Equatable {
    static let table = "books"

    var key: String
    var shelf = "novels"
    var year: Int64 = 0
    var tags: [String] = []

    var indexEntries: [IndexEntry] {
        [IndexEntry("shelf", group: shelf, rank: year), IndexEntry("all", rank: year)]
            + tags.map { IndexEntry("tag", group: $0, rank: year) }
    }

    static func shelf(
        _ shelf: String = "novels", ranks: ClosedRange<Int64> = .min ... .max, order: IndexQuery.Order = .ascending,
        after: IndexPosition? = nil, limit: Int = .max
    ) -> IndexQuery {
        IndexQuery("shelf", group: shelf, ranks: ranks, order: order, after: after, limit: limit)
    }
}

/// A book in the schema of a later version.
struct NewerSchemaRecord: StoreRecord, Equatable {
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

/// A record in the table of books that no version reads as a book.
struct WrongTypeRecord: StoreRecord {
    static let table = Book.table

    var key: String
    var indexEntries: [IndexEntry] { [IndexEntry("shelf", group: "novels")] }
}

/// A record of a second table, with a blob. Its keys are independent of those of books.
struct Scan: BlobRecord, Equatable {
    static let table = "photos"

    var key: String
    var title = ""
    var indexEntries: [IndexEntry] { [IndexEntry("all")] }
}

/// A record with values of many types.
struct AllTypesRecord: StoreRecord, Equatable {
    static let table = "oddities"

    var key: String
    var text = ""
    var number = 0.0
    var integer: Int64 = 0
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var bytes = Data()
    var absent: String?
    var list: [[String: Int?]] = []

    var indexEntries: [IndexEntry] { [] }
}

struct TestError: Error, Equatable {}

extension BackendStore {
    func put(_ books: Book...) async throws {
        try await transaction { for book in books { try $0.put(book) } }
    }

    func keys(_ query: IndexQuery) async throws -> [String] {
        try await read { try $0.list(Book.self, query).map(\.key) }
    }

    func year(_ key: String) async throws -> Int64? { try await read { try $0.get(Book.self, key)?.year } }
}
