public import Foundation
public import OrbitStore

/// Work that runs after a request, such as notifying many people.
///
/// The record is stored until the whole job is done. No caller waits for it. A host runs jobs by
/// `OrbitBackend.runScheduledWork()`, one step in each transaction, so an interrupted job resumes at its last step.
public protocol Job: BackendRecord {
    /// Runs the next step, in at most 200 writes. Writes the record with the remaining work, or deletes the record if
    /// no work remains.
    ///
    /// The jobs of an added feature's table may take 5,000 steps in a minute. Their next step runs after the minute.
    ///
    /// - Parameters:
    ///   - context: The context of the backend.
    ///   - transaction: The transaction of the step.
    /// - Returns: Whether work remains. If the result is `false` and the record is still stored, the job runs again.
    /// - Throws: An error after which the transaction has no effect. The job is counted as failed. It is retried after
    ///   a minute, and the delay doubles with each failure.
    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool
}

extension Job {
    private static var waiting: String { "waiting" }

    /// Returns the index entry of a job that has waited since an instant.
    public static func waitingEntry(since date: Date) -> IndexEntry { IndexEntry(waiting, at: date) }

    /// Returns the query of the jobs that may run, the oldest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(waiting, through: now, limit: limit)
    }

    /// Returns the stored job with a key; `nil` if it cannot be read, so that a new job can replace it.
    package static func waiting(_ key: String, in reader: any StoreReader) throws -> Self? {
        try reader.get(Self.self, all: [key])[key]
    }

    /// The instant since which the job has waited, in milliseconds since 1970; `nil` if it does not wait.
    package var waitsSince: Int64? { indexEntries.first { $0.index == Self.waiting }?.rank }

    /// Returns the key of the `JobLease` of a job.
    package static func leaseKey(of key: String) -> String { "\(table) \(key)" }
}
