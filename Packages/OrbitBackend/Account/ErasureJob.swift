import OrbitModels
import OrbitStore

/// Erases what accounts that are gone have left, a bounded number of writes in each transaction. Whatever it has dealt
/// with is found no more, so it goes on wherever it was interrupted.
struct ErasureJob: Sendable {
    let context: Context

    /// The tables of the parts in meetups that counts contain. They come first: a block hides the parts as long as they
    /// exist, so it must not move to the pseudonym before.
    private static let counted: [any BackendRecord.Type] = [
        PostRecord.self, LikeRecord.self, CommentCountRecord.self, MeetupRecord.self, GuestRecord.self,
    ]

    /// All tables in their order. After the parts in meetups, records move to the pseudonym: until they have, no new account
    /// may take the pseudonym over.
    static let tables: [any BackendRecord.Type] = {
        let all = Feature.tables.filter { table in !counted.contains { $0.table == table.table } }
        return counted + all.filter { keeps($0) } + all.filter { !keeps($0) }
    }()

    /// The position of the first table after all that keep records under the pseudonym.
    private static let firstAfterKept = (tables.lastIndex { keeps($0) } ?? -1) + 1

    /// Does as much as one transaction may.
    ///
    /// - Returns: whether something is left.
    func perform(_ record: ErasureRecord, in transaction: LogTransaction) throws -> Bool {
        var record = record
        let erasing = Erasing(record, context, in: transaction)
        repeat {
            let start = Self.tables.firstIndex { $0.table == record.table } ?? 0
            for (index, table) in Self.tables.enumerated().dropFirst(start) {
                record.table = table.table
                record.holdsAgain = record.holdsAgain || index >= Self.firstAfterKept
                guard try erase(table, erasing) else {
                    try transaction.put(record)
                    return true
                }
            }
            record.table = nil
            record.isSecondPass.toggle()
        } while record.isSecondPass
        try transaction.delete(ErasureRecord.self, record.key)
        try ReturnRecord.release(record.pseudonym, in: transaction)
        return false
    }

    /// Returns `false` if there is more than the transaction has room for.
    private func erase<Record: BackendRecord>(_ type: Record.Type, _ erasing: Erasing) throws -> Bool {
        for trace in type.personalData.traces {
            let writes = max(1, trace.erasure.writes)
            while true {
                let room = erasing.room / writes
                guard room > 0 else { return false }
                let before = erasing.room
                let records = try trace.records(of: erasing.person, limit: room, in: erasing.transaction)
                for record in records {
                    guard erasing.room >= writes else { return false }
                    try trace.erasure.perform(record, erasing)
                }
                // What is found again although it was dealt with would be found forever.
                if records.count < room || erasing.room == before { break }
            }
        }
        return true
    }

    private static func keeps<Record: BackendRecord>(_ type: Record.Type) -> Bool {
        type.personalData.traces.contains { $0.erasure.isKept }
    }
}
