package import OrbitStore

/// Counts the changes to the people of one campus, so that a reader who has some of them can request the rest.
package struct CampusLog: BackendRecord {
    package static let table = "campus_logs"
    private static let all = "all"
    package static var personalData: PersonalData<Self> { .none("Counts the changes of a campus.") }

    /// The campus.
    package let key: String
    package var change: Int64 = 0
    /// Counts those who have left for good.
    package private(set) var departures: Int?

    package var indexEntries: [IndexEntry] { [IndexEntry(Self.all)] }
}

extension CampusLog {
    /// Campuses on which there is or was anybody.
    package static func campuses(_ limit: Int, in reader: any StoreReader) throws -> [String] {
        try reader.keys(Self.self, IndexQuery(all, limit: limit)).map(\.key)
    }

    /// Notes that a person's account is gone.
    package static func noteDeparture(from campus: String, in transaction: any StoreTransaction) throws {
        var log = try transaction.get(Self.self, campus) ?? CampusLog(key: campus)
        log.departures = (log.departures ?? 0) + 1
        try transaction.put(log)
    }
}

extension AccountRecord {
    /// Writes a complete profile, as the next change to its campus.
    package func save(in transaction: any StoreTransaction) throws {
        var log = try transaction.get(CampusLog.self, campus) ?? CampusLog(key: campus)
        log.change += 1
        try transaction.put(log)
        var account = self
        account.change = log.change
        account.isComplete = true
        try transaction.put(account)
    }
}
