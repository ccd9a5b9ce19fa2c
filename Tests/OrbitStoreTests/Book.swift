import OrbitStore

/// What the tests of stores keep: books on shelves.
struct Book: StoreRecord, Equatable {
    static let table = "books"

    var key: String
    var shelf: String
    var year: Int64

    var indexEntries: [IndexEntry] { [IndexEntry("shelf", group: shelf, rank: year), IndexEntry("all", rank: year)] }
}
