package import OrbitStore

/// The number of changes to the people of one campus. A cache of the campus stores this number, and later reads only
/// the people who have changed since then.
package struct CampusRevision: BackendRecord {
    package static let table = "campus_logs"
    private static let all = "all"
    package static var personalData: PersonalData<Self> { .none("Counts the changes of a campus.") }

    /// The campus.
    package let key: String
    /// The number of changes.
    package var change: Int64 = 0
    /// The number of people whose accounts were erased.
    package private(set) var departures: Int?

    package var indexEntries: [IndexEntry] { [IndexEntry(Self.all)] }
}

extension CampusRevision {
    /// Returns the campuses that have or had people, at most `limit`.
    package static func campuses(_ limit: Int, in reader: any StoreReader) throws -> [String] {
        try reader.positions(Self.self, IndexQuery(all, limit: limit)).map(\.key)
    }

    /// Counts the erasure of a person's account.
    package static func noteDeparture(from campus: String, in transaction: any StoreTransaction) throws {
        var revision = try transaction.get(Self.self, campus) ?? CampusRevision(key: campus)
        revision.departures = (revision.departures ?? 0) + 1
        try transaction.put(revision)
    }
}

extension AccountRecord {
    /// Stores an account with a complete profile, as the next change to its campus.
    package func save(in transaction: any StoreTransaction) throws {
        var revision = try transaction.get(CampusRevision.self, campus) ?? CampusRevision(key: campus)
        revision.change += 1
        try transaction.put(revision)
        var account = self
        account.change = revision.change
        account.isComplete = true
        try transaction.put(account)
    }
}
