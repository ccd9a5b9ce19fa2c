/// Counts the changes to the people of one campus, so that a reader who has some of them can request the rest.
struct CampusLog: StoreRecord {
    static let table = "campus_logs"

    /// The campus.
    let key: String
    var change: Int64 = 0

    var indexEntries: [IndexEntry] { [] }
}

extension AccountRecord {
    /// Writes a complete profile, as the next change to its campus.
    func save(in transaction: any StoreTransaction) throws {
        var log = try transaction.get(CampusLog.self, campus) ?? CampusLog(key: campus)
        log.change += 1
        try transaction.put(log)
        var account = self
        account.change = log.change
        account.isComplete = true
        try transaction.put(account)
    }
}
