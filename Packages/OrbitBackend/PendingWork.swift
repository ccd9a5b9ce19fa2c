import BackendRuntime
public import Foundation
import OrbitStore
import TimeAndChance

/// The work that waits for a host to run it; see ``OrbitBackend/runScheduledWork()``.
public struct PendingWork: Hashable, Sendable {
    /// The maximum number of records that are counted in each table.
    public static let maxPerTable = 1_000

    /// The records of one kind of work.
    public struct Queue: Hashable, Sendable {
        /// The number of records, at most ``PendingWork/maxPerTable`` of each table.
        public internal(set) var count = 0
        /// The instant since which the oldest record waits, to the millisecond; `nil` if no record waits.
        public internal(set) var oldest: Date?
    }

    /// The jobs that requests have created, including jobs that back off after a failure.
    public internal(set) var jobs = Queue()
    /// The scheduled records that are due, such as a check-in whose contact has to be notified.
    public internal(set) var scheduled = Queue()
}

extension OrbitBackend {
    /// Returns how much work waits, for the operator's metrics.
    ///
    /// It reads two index queries for each table with work, and no records. A growing age means that no host runs the
    /// work, or that a job fails again and again.
    ///
    /// - Throws: `StoreError`.
    public func pendingWork() async throws -> PendingWork {
        let (now, features) = (context.time.date, context.features)
        return try await context.store.read { reader in
            var work = PendingWork()
            for type in features.jobs { try work.jobs.add(jobs: type, at: now, in: reader) }
            for type in features.due { try work.scheduled.add(records: type, at: now, in: reader) }
            return work
        }
    }
}

extension PendingWork.Queue {
    fileprivate mutating func add<Record: Job>(jobs type: Record.Type, at now: Date, in reader: any StoreReader) throws
    {
        try add(type, type.due(at: now, limit: PendingWork.maxPerTable), in: reader)
    }

    fileprivate mutating func add<Record: ScheduledRecord>(
        records type: Record.Type, at now: Date, in reader: any StoreReader
    ) throws {
        try add(type, type.due(at: now, limit: PendingWork.maxPerTable), in: reader)
    }

    private mutating func add<Record: StoreRecord>(
        _ type: Record.Type, _ query: IndexQuery, in reader: any StoreReader
    ) throws {
        var first = query
        first.limit = 1
        guard let position = try reader.positions(type, first).first else { return }
        count += try reader.count(type, query)
        let since = Date(timeIntervalSince1970: TimeInterval(position.rank) / 1_000)
        oldest = min(oldest ?? since, since)
    }
}
