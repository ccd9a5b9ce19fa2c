import BackendRuntime
import OrbitModels
import OrbitStore

/// Erases what accounts that are gone have left, a bounded number of writes in each transaction. Whatever it has dealt
/// with is found no more, so it goes on wherever it was interrupted.
struct ErasureJob: Sendable {
    let context: BackendContext

    /// Does as much as one transaction may.
    ///
    /// A table whose feature throws an error does not keep the others from being erased: they are erased first. Then that
    /// table is tried again, and its error fails the job, which rests.
    ///
    /// - Returns: whether something is left.
    func perform(_ record: ErasureRecord, in transaction: LogTransaction) throws -> Bool {
        var record = record
        let erasing = Erasing(
            of: record.person, as: record.pseudonym, hiddenSince: record.hiddenSince, context, in: transaction)
        let (tables, firstAfterKept) = (context.features.erased, context.features.firstErasedAfterKept)
        var retried = record.failed.flatMap { $0 == record.table ? $0 : nil }
        repeat {
            let start = tables.firstIndex { $0.table == record.table } ?? 0
            for (index, table) in tables.enumerated().dropFirst(start) {
                if retried == nil, table.table == record.failed { continue }
                record.table = table.table
                record.holdsAgain = record.holdsAgain || index >= firstAfterKept
                do {
                    guard try erase(table, erasing) else {
                        try transaction.put(record)
                        return true
                    }
                    if retried == table.table { (retried, record.failed) = (nil, nil) }
                } catch let error where retried == nil && !(error is StoreError) {
                    record.failed = record.failed ?? table.table
                }
            }
            record.table = nil
            record.isSecondPass.toggle()
        } while record.isSecondPass
        if let failed = record.failed {
            (record.table, record.isSecondPass) = (failed, true)
            try transaction.put(record)
            return true
        }
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
}
