import DurableFiles
import Foundation

/// The translation between the file of an outbox and its state.
extension OutboxState {
    /// Restores the state from the sections of the file. Entries that were in flight are queued.
    ///
    /// - Throws: ``OutboxError`` if the file is of another account or of a newer version, or is unreadable.
    init(replaying entries: [JournalEntry], account: String) throws(OutboxError) {
        self.init(account: account)
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .record(let data):
                let record = try OutboxRecord(decoding: data, account: account)
                if case .header(let owner, _) = record {
                    guard owner == account else { throw .otherAccount }
                } else if index == 0 {
                    throw .unreadableRecord
                }
                apply(record)
            case .damage(let byteCount):
                // Without the header, the account is unknown.
                guard index > 0 else { throw .corrupt(.wrongChecksum) }
                rejectAll(lostBytes: byteCount)
            }
        }
        settle()
    }

    /// The records of a new file with the same state. Acknowledged and removed entries are not part of it.
    ///
    /// - Complexity: O(n log n) for n entries.
    var snapshot: [OutboxRecord] {
        var records = [OutboxRecord.header(account: account, nextSequence: nextSequence)]
        for item in items.values.sorted(by: { $0.entry.sequence < $1.entry.sequence }) where item.isStored {
            var entry = item.entry
            entry.mayHaveArrived = entry.mayHaveArrived || item.isReserved
            records.append(.added(entry))
            if case .rejected(let rejection) = entry.state {
                records.append(.rejected(entry.sequence, rejection))
            }
        }
        return records
    }
}
