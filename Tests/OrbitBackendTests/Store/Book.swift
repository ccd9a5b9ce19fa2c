import OrbitBackend

/// What the tests of stores keep: books on shelves.
struct Book: StoreRecord, Equatable {
    static let table = "books"
    static let personalData = PersonalData<Self>.none("Books.")

    var key: String
    var shelf: String
    var year: Int64

    var indexEntries: [IndexEntry] { [IndexEntry("shelf", group: shelf, rank: year), IndexEntry("all", rank: year)] }
}
