package import Foundation
import OrbitModels
package import OrbitStore

/// How long events are kept: the last thousand of each person, for thirty days.
///
/// The floor of a log moves in the transaction that removes its events, so that a reader finds either all events after
/// its position or a floor above it.
package enum LogRetention {
    /// The most events that a log keeps.
    package static let capacity = 1_000
    package static let lifetime: TimeInterval = 30 * 86_400
    /// How many events are removed at once from a full log.
    package static let batch = 64

    /// Removes what is too much or too old, a bounded number of events.
    package static func prune(
        _ head: inout LogHead, in transaction: any StoreTransaction, now: Date, batch: Int = batch
    ) throws {
        let excess = head.seq - head.floor - capacity
        var floor = excess > 0 ? head.floor + excess + batch : head.floor
        func entry(after floor: Int) throws -> LogEntry? {
            try transaction.get(LogEntry.self, LogEntry.key(head.owner, floor + 1))
        }
        // To the millisecond, as those that are due are found.
        let oldest = now.addingTimeInterval(-lifetime).milliseconds
        if let oldestAt = head.oldestAt, oldestAt.milliseconds <= oldest {
            let end = min(head.seq, head.floor + batch)
            // What is missing is as good as removed.
            while floor < end, try entry(after: floor).map({ $0.at.milliseconds <= oldest }) ?? true { floor += 1 }
        }
        if floor > head.floor {
            for seq in head.floor + 1...floor { try transaction.delete(LogEntry.self, LogEntry.key(head.owner, seq)) }
            head.floor = floor
        }
        // A log that is found has a later floor afterwards, or is not found again.
        head.oldestAt = floor < head.seq ? try entry(after: floor)?.at ?? head.oldestAt : nil
    }
}

/// Logs that hold events beyond their lifetime.
extension LogHead: DueRecord {
    package func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        var head = self
        try LogRetention.prune(&head, in: transaction, now: transaction.now)
        try transaction.put(head)
    }
}
