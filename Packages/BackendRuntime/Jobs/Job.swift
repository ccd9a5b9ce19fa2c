public import Foundation
public import OrbitStore

/// Work that a request leaves to be done after it, such as telling many people the same: a record that stands in the
/// store until all of it is done. No caller waits for it; a host has it done by `OrbitBackend.doDueWork()`, a part
/// in each transaction, and it goes on wherever it was interrupted.
public protocol Job: BackendRecord {
    /// Does the next part, in at most 200 writes. It puts what is left of itself, or deletes itself.
    ///
    /// - Returns: whether something is left.
    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool
}

/// A job with work outside of its steps, such as a computation between two transactions.
package protocol PhasedJob: Job {
    /// Runs the steps of a turn and the work between them.
    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress
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

    /// Runs the steps of a turn, at most 50.
    package static func runSteps(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress {
        for _ in 0..<JobRunner.turn {
            try Task.checkCancellation()
            let progress = try await runner.runStep(of: Self.self, key) { try $0.runStep(runner.context, in: $1) }
            guard progress == .incomplete else { return progress }
        }
        return .incomplete
    }
}
