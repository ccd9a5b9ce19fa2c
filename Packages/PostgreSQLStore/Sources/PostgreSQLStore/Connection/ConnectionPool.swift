import Dispatch
import Foundation
import OrbitStore
import Synchronization

/// A pool of threads. Each thread has a connection and runs one job after the other.
final class ConnectionPool: Sendable {
    /// Runs work on a connection. Returns a completion, which resumes the caller.
    private typealias Job = @Sendable (ConnectionSlot) -> @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var hasEnded = false
    }

    /// The queue that the threads share. It can outlive the pool.
    private final class Queue: Sendable {
        let state = Mutex(State())
        /// Counts the waiting jobs and the requests to end a thread.
        let waiting = DispatchSemaphore(value: 0)

        /// Runs the next job.
        ///
        /// The job is released before this method returns, and only then the caller may resume. The caller's body must
        /// not escape.
        ///
        /// - Returns: The completion of the job; `nil` if the thread must end.
        @inline(never) func performNext(on slot: ConnectionSlot) -> (@Sendable () -> Void)? {
            waiting.wait()
            let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            return job?(slot)
        }
    }

    private let queue = Queue()
    private let size: Int

    init(_ address: String, size: Int) {
        self.size = size
        for number in 0..<size {
            let thread = Thread { [queue] in
                let slot = ConnectionSlot(address)
                while let complete = queue.performNext(on: slot) { complete() }
            }
            thread.name = "PostgreSQL \(number)"
            thread.start()
        }
    }

    /// Runs a job as soon as a connection is free.
    ///
    /// - Returns: The result of `job`.
    /// - Throws: The error of `job`, or `StoreError.unavailable` if the pool has ended.
    func run<Result: Sendable>(
        _ job: @escaping @Sendable (ConnectionSlot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let isAccepted = queue.state.withLock { state in
                if state.hasEnded { return false }
                state.jobs.append { slot in
                    let result = Swift.Result { try job(slot) }
                    return { continuation.resume(with: result) }
                }
                return true
            }
            if isAccepted {
                queue.waiting.signal()
            } else {
                continuation.resume(throwing: StoreError.unavailable)
            }
        }
    }

    /// Ends the threads after the waiting jobs.
    func end() {
        queue.state.withLock { $0.hasEnded = true }
        for _ in 0..<size { queue.waiting.signal() }
    }
}

/// The connection of a thread. A lost connection is replaced.
final class ConnectionSlot {
    private let address: String
    private var connection: Connection?

    init(_ address: String) {
        self.address = address
    }

    /// Sets timeouts, unless the address or the database's configuration has set them. The database then ends
    /// statements and transactions that take longer.
    private static func limitWaits(on connection: Connection) throws {
        for (setting, limit) in [
            ("lock_timeout", "10s"), ("statement_timeout", "60s"), ("idle_in_transaction_session_timeout", "60s"),
        ] {
            try connection.execute(
                "SELECT set_config('\(setting)', '\(limit)', false) WHERE current_setting('\(setting)') = '0'")
        }
    }

    /// Returns a connection without an open transaction.
    ///
    /// - Throws: A `StoreError` if no connection can be opened.
    func get() throws -> Connection {
        if let connection, connection.isValid { return connection }
        connection = nil
        do {
            let new = try Connection(address)
            try Self.limitWaits(on: new)
            try Tables.prepare(on: new)
            try new.prepare()
            connection = new
            return new
        } catch DatabaseFailure.store(let error) {
            throw error
        } catch {
            throw StoreError.unavailable
        }
    }
}
