import Foundation

/// Work that a request leaves to be done after it, such as telling many people the same: a record that stands in the store
/// until all of it is done. No caller waits for it; a host has it done by ``OrbitBackend/OrbitBackend/doDueWork()``, a part
/// in each transaction, and it goes on wherever it was interrupted.
protocol Job: StoreRecord {
    /// Does the next part, in at most 200 writes. It puts what is left of itself, or deletes itself.
    ///
    /// - Returns: whether something is left.
    func doPart(_ context: Context, in transaction: LogTransaction) throws -> Bool

    /// Does parts as long as something is left, and nothing else has to come first.
    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress
}

extension Job {
    private static var waiting: String { "waiting" }

    /// Where a job waits for its turn.
    static func waitingEntry(since date: Date) -> IndexEntry { IndexEntry(waiting, rank: date.milliseconds) }

    /// Those whose time has come, oldest first.
    static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(waiting, ranks: .min...now.milliseconds, limit: limit)
    }

    func isDue(at now: Date) -> Bool {
        indexEntries.contains { $0.index == Self.waiting && $0.rank <= now.milliseconds }
    }

    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress {
        while true {
            try Task.checkCancellation()
            let progress = try await runner.doPart(of: Self.self, key) { try $0.doPart(runner.context, in: $1) }
            guard progress == .isLeft else { return progress }
        }
    }
}
