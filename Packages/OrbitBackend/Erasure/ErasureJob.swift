import BackendRuntime
import OrbitModels
import OrbitStore

/// A job that erases the records of deleted accounts, with a bounded number of writes per transaction.
///
/// Processed records are not found again, so an interrupted job continues at the same place.
struct ErasureJob: Sendable {
    let context: BackendContext

    /// Processes as many records as one transaction may write.
    ///
    /// If a table of an added feature fails, the other tables are erased anyway, and the failed table is retried after
    /// them. If all retried tables fail, the job fails and backs off. Other errors roll back the transaction.
    ///
    /// - Returns: Whether work is left.
    func perform(_ record: ErasureRecord, in transaction: LogTransaction) throws -> Bool {
        var record = record
        let erasing = ErasureContext(
            of: record.person, as: record.pseudonym, hiddenSince: record.hiddenSince, context, in: transaction)
        if record.isRetry, try !retry(&record, erasing) {
            try transaction.put(record)
            return true
        }
        repeat {
            guard try pass(&record, erasing) else {
                try transaction.put(record)
                return true
            }
            record.table = nil
            record.isSecondPass.toggle()
        } while record.isSecondPass
        if record.failed != nil {
            record.isSecondPass = true
            try transaction.put(record)
            return true
        }
        try transaction.delete(ErasureRecord.self, record.key)
        try PseudonymLinkRecord.release(record.pseudonym, in: transaction)
        return false
    }

    /// Erases the tables from the current table of the record on, without the tables that have failed.
    ///
    /// - Returns: `false` if more is left than the transaction has room for.
    private func pass(_ record: inout ErasureRecord, _ erasing: ErasureContext) throws -> Bool {
        let features = context.features
        let start = features.erased.firstIndex { $0.table == record.table } ?? 0
        for (index, table) in features.erased.enumerated().dropFirst(start) {
            let failed = record.failed ?? []
            guard !failed.contains(table.table), !waits(index, for: failed) else { continue }
            record.table = table.table
            if index >= features.firstErasedAfterKept, !containsFailure(failed, before: features.firstErasedAfterKept) {
                record.hasMovedRecords = true
            }
            do {
                guard try erase(table, erasing) else { return false }
            } catch let error where features.isAdded(table.table) && error.isOfRecords {
                erasing.transaction.count(.callbackFailed("erasure"))
                record.failed = failed + [table.table]
            }
        }
        return true
    }

    /// Retries the tables that have failed. Once one of them is erased, all other tables are processed again, because
    /// some may have waited for it.
    ///
    /// - Returns: `false` if more is left than the transaction has room for.
    /// - Throws: The first error, if all tables fail.
    private func retry(_ record: inout ErasureRecord, _ erasing: ErasureContext) throws -> Bool {
        let features = context.features
        let tables = features.erased.enumerated().filter { record.failed?.contains($0.element.table) ?? false }
        var failed: [String] = []
        var failure: (any Error)?
        for (index, table) in tables {
            guard !waits(index, for: failed) else {
                failed.append(table.table)
                continue
            }
            let room = erasing.room
            do {
                if try erase(table, erasing) { continue }
                // Earlier tables have used up the room, and at least one of them has failed. This table counts as
                // failed, so that the job backs off if no table is erased.
                guard failure != nil, erasing.room == room else { return false }
                failed.append(table.table)
            } catch let error where features.isAdded(table.table) && error.isOfRecords {
                failure = failure ?? error
                failed.append(table.table)
            }
        }
        if let failure, failed.count == tables.count { throw failure }
        record.failed = failed.isEmpty ? nil : failed
        record.isSecondPass = false
        return true
    }

    /// Whether a table has to wait, because the erasure of a table whose records are included in counts has failed.
    /// Only the tables that move records to the pseudonym wait.
    private func waits(_ index: Int, for failed: [String]) -> Bool {
        let first = context.features.firstErasedAfterCounted
        return (first..<max(first, context.features.firstErasedAfterKept)).contains(index)
            && containsFailure(failed, before: first)
    }

    /// Whether one of the failed tables is before a position in the order of the erasure.
    private func containsFailure(_ failed: [String], before end: Int) -> Bool {
        !failed.isEmpty && context.features.erased.prefix(end).contains { failed.contains($0.table) }
    }

    /// Erases the person's records of a table. Returns `false` if more is left than the transaction has room for.
    private func erase<Record: BackendRecord>(_ type: Record.Type, _ erasing: ErasureContext) throws -> Bool {
        for locator in type.personalData.locators {
            let writes = max(1, locator.erasure.writes)
            while true {
                let room = erasing.room / writes
                guard room > 0 else { return false }
                let before = erasing.room
                let records = try locator.records(of: erasing.person, limit: room, in: erasing.transaction)
                for record in records {
                    guard erasing.room >= writes else { return false }
                    try locator.erasure.perform(record, erasing)
                }
                // A record that is found again after it was processed would be found forever.
                if records.count < room || erasing.room == before { break }
            }
        }
        return true
    }
}
