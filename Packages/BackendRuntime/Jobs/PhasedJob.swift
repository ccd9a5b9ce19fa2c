import OrbitStore

/// A job that also works outside of its steps, such as a computation between two transactions.
package protocol PhasedJob: Job {
    /// Runs the steps of a turn and the work between them.
    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress
}

extension Job {
    /// Runs the steps of a turn, at most 50.
    package static func runSteps(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress {
        for _ in 0..<JobRunner.turn {
            try Task.checkCancellation()
            guard runner.takeStep(of: table) else { return .exhausted }
            let progress = try await runner.runStep(of: Self.self, key) { try $0.runStep(runner.context, in: $1) }
            guard progress == .incomplete else { return progress }
        }
        return .incomplete
    }
}
