package import Foundation
import OrbitModels
package import OrbitStore

/// The retention of events: the last thousand of each person, for thirty days.
///
/// The transaction that removes events also moves the floor of the log. A reader therefore finds either all events
/// after its position, or a floor above its position.
package enum LogRetention {
    /// The maximum number of events in a log.
    package static let capacity = 1_000
    package static let lifetime: TimeInterval = 30 * 86_400
    /// The number of events that are removed at once from a full log.
    package static let batch = 64

    /// Removes the events beyond the capacity or the lifetime, a bounded number of them.
    package static func prune(
        _ head: inout LogHead, in transaction: any StoreTransaction, now: Date, batch: Int = batch
    ) throws {
        let excess = head.seq - head.floor - capacity
        // To the millisecond, like the query of due records.
        let oldest = now.addingTimeInterval(-lifetime).milliseconds
        let isExpired = head.oldestAt.map { $0.milliseconds <= oldest } ?? false
        // Most transactions remove no event, so the oldest event is read only if it may change.
        guard excess > 0 || isExpired else { return }
        var floor = excess > 0 ? head.floor + excess + batch : head.floor
        func entry(after floor: Int) throws -> LogEntry? {
            try transaction.get(LogEntry.self, LogEntry.key(head.owner, floor + 1))
        }
        if isExpired {
            let end = min(head.seq, head.floor + batch)
            // A missing event counts as removed.
            while floor < end, try entry(after: floor).map({ $0.at.milliseconds <= oldest }) ?? true { floor += 1 }
        }
        if floor > head.floor {
            for seq in head.floor + 1...floor { try transaction.delete(LogEntry.self, LogEntry.key(head.owner, seq)) }
            head.floor = floor
        }
        // Each run raises the floor of the log, or postpones or removes its due time. The log therefore does not remain
        // due forever.
        head.oldestAt = floor < head.seq ? try entry(after: floor)?.at ?? head.oldestAt : nil
    }
}

/// Prunes events at the end of their lifetime, also from logs to which no transaction appends.
extension LogHead: ScheduledRecord {
    package func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        var head = self
        try LogRetention.prune(&head, in: transaction, now: transaction.now)
        try transaction.put(head)
    }
}
