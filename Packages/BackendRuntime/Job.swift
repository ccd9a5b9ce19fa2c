public import Foundation
public import OrbitStore

/// Work that a request leaves to be done after it, such as telling many people the same: a record that stands in the
/// store until all of it is done. No caller waits for it; a host has it done by `OrbitBackend.doDueWork()`, a step
/// in each transaction, and it goes on wherever it was interrupted.
public protocol Job: BackendRecord {
    /// Runs the next step, in at most 200 writes. Puts the record of what is left, or deletes the record if nothing is.
    ///
    /// The jobs of an added feature's table may take 5,000 steps in a minute. Their next step runs after the minute.
    ///
    /// - Returns: Whether something is left. A record that still waits after `false` is taken up again.
    /// - Throws: An error after which the transaction has no effect. The job is counted as failed, and runs again after
    ///   a minute, and after twice as long with each failure.
    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool
}

extension Job {
    private static var waiting: String { "waiting" }

    /// Where a job waits for its turn.
    public static func waitingEntry(since date: Date) -> IndexEntry { IndexEntry(waiting, rank: date.milliseconds) }

    /// Those whose time has come, oldest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(waiting, ranks: .min...now.milliseconds, limit: limit)
    }

    /// The one that waits already, if it can be read: one that cannot does not keep another from taking its place.
    package static func waiting(_ key: String, in reader: any StoreReader) throws -> Self? {
        try reader.get(Self.self, all: [key])[key]
    }

    /// Since when it waits, in milliseconds since 1970; `nil` if it does not.
    package var waitsSince: Int64? { indexEntries.first { $0.index == Self.waiting }?.rank }

    /// The key of the `JobLease` of a job.
    package static func leaseKey(of key: String) -> String { "\(table) \(key)" }
}
