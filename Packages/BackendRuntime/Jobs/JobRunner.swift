import Foundation
import OrbitStore
import TimeAndChance

/// Runs the waiting jobs in turns, in the order of the features, until no job remains that this server may run.
package struct JobRunner: Sendable {
    /// The result of one step of a job.
    package enum Progress: Sendable {
        /// The job is complete.
        case completed
        /// Work remains.
        case incomplete
        /// Work remains, and the step has stored other jobs, which run first.
        case requeued
        /// Another task or server runs the job, or the job backs off after a failure.
        case locked
        /// The jobs of the table have taken the maximum number of steps in this minute.
        case exhausted
    }

    private struct Waiting: Sendable {
        let type: any Job.Type
        let key: String
        /// Milliseconds since 1970.
        let since: Int64
        let lease: String
    }

    /// The maximum number of jobs of a table that have a turn before the jobs of the next table.
    private static let page = 50
    /// The maximum number of steps in one turn, so that a long job does not delay the other jobs.
    package static let turn = 50
    /// The maximum number of steps in a minute for the jobs of an added feature's table.
    package static let maxStepsPerMinute = 5_000

    package let context: BackendContext

    package init(_ context: BackendContext) {
        self.context = context
    }

    /// Runs all waiting jobs. If a job fails because of its data, the failure is counted, the job is retried later, and
    /// the other jobs run.
    ///
    /// - Throws: `StoreError` if a failure of the store left a job unfinished, and `CancellationError`.
    package func run() async throws {
        var held: Set<String> = []
        var exhausted: Set<String> = []
        var mayBeLeft = true
        while mayBeLeft {
            mayBeLeft = false
            for type in context.features.jobs where !exhausted.contains(type.table) {
                for job in try await next(type, passing: held) {
                    try Task.checkCancellation()
                    let progress = try await perform(job)
                    if progress == .exhausted {
                        exhausted.insert(type.table)
                        break
                    }
                    if progress == .locked { held.insert(job.lease) } else { mayBeLeft = true }
                }
            }
        }
        if !exhausted.isEmpty { context.work.rearm() }
    }

    /// Counts a step of a table's jobs, and returns whether the step may run in this minute. The first refusal of a
    /// minute is counted for the operator.
    package func takeStep(of table: String) -> Bool {
        // With an `InProcessTransport`, a response waits for the end of a run. An endless job must not delay it.
        guard context.features.isAdded(table) else { return true }
        let count = context.work.countStep(of: table, at: context.time.date)
        if count == Self.maxStepsPerMinute + 1 { context.configuration.count(.workFailed(table)) }
        return count <= Self.maxStepsPerMinute
    }

    private func perform(_ job: Waiting) async throws -> Progress {
        guard context.work.begin(job.lease) else { return .locked }
        defer { context.work.end(job.lease) }
        do {
            if let type = job.type as? any PhasedJob.Type { return try await type.perform(job.key, by: self) }
            return try await job.type.runSteps(job.key, by: self)
        } catch StoreError.newerSchema {
            return .locked  // a server of that version runs it
        } catch let error where error.isOfRecords {
            try await backOff(job)
            return .locked
        }
    }

    /// Runs the next step of a job in a transaction, unless another server runs the job.
    ///
    /// - Parameters:
    ///   - type: The type of the job.
    ///   - key: The key of the job.
    ///   - body: Runs the step, and returns whether work remains.
    /// - Returns: The progress of the job.
    package func runStep<Record: Job>(
        of type: Record.Type, _ key: String, _ body: @Sendable (Record, LogTransaction) throws -> Bool
    ) async throws -> Progress {
        let (now, name, lease) = (context.time.date, context.work.server, type.leaseKey(of: key))
        return try await context.commit(at: now, from: lease) { transaction in
            transaction.countsWrites = true
            guard let job = try transaction.get(type, key), let since = job.waitsSince, since <= now.milliseconds
            else { return .completed }
            let held = try transaction.get(JobLease.self, lease)
            if let held, held.isHeld(against: name, since: since, now: now) { return .locked }
            guard try body(job, transaction) else {
                if held != nil { try transaction.delete(JobLease.self, lease) }
                return .completed
            }
            try transaction.put(JobLease(of: lease, by: name, now: now))
            return transaction.jobs.isSubset(of: [lease]) ? .incomplete : .requeued
        }
    }

    /// Returns jobs of a table that this server may run. Jobs that have waited longest come first.
    private func next<Record: Job>(_ type: Record.Type, passing passed: Set<String>) async throws -> [Waiting] {
        let now = context.time.date
        return try await context.store.read { reader in
            var query = type.due(at: now, limit: Self.page)
            while true {
                let positions = try reader.positions(type, query)
                let jobs = positions.map {
                    Waiting(type: type, key: $0.key, since: $0.rank, lease: type.leaseKey(of: $0.key))
                }.filter { !passed.contains($0.lease) }
                let leases = jobs.isEmpty ? [:] : try reader.get(JobLease.self, all: jobs.map(\.lease))
                let free = jobs.filter { job in
                    !(leases[job.lease]?.isHeld(against: context.work.server, since: job.since, now: now) ?? false)
                }
                if !free.isEmpty || positions.count < Self.page { return free }
                query.after = positions.last
            }
        }
    }

    /// Counts the failure of a job, and lets the job back off. Does nothing if another server runs the job by now.
    private func backOff(_ job: Waiting) async throws {
        context.configuration.count(.workFailed(job.type.table))
        let (now, name) = (context.time.date, context.work.server)
        try await context.store.transaction { transaction in
            let held = try transaction.get(JobLease.self, job.lease)
            if let held, held.isHeld(against: name, since: job.since, now: now) { return }
            try transaction.put(JobLease(backingOff: job.lease, since: job.since, after: held, now: now))
        }
    }
}

extension Error {
    /// Whether the error results from the data of records, and not from the store.
    package var isOfRecords: Bool {
        switch self {
        case let error as StoreError: error.isOfRecord
        default: !(self is CancellationError)
        }
    }
}
