import Dispatch
import Foundation
import OrbitStore
import Synchronization

/// Threads with a connection each, which run one job after the other.
final class ConnectionPool: Sendable {
    /// Does what is asked for, and returns what tells of it.
    private typealias Job = @Sendable (ConnectionSlot) -> @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var hasEnded = false
    }

    /// What the threads share; the pool may go before them.
    private final class Queue: Sendable {
        let state = Mutex(State())
        /// Counts the jobs, and the ends of threads.
        let waiting = DispatchSemaphore(value: 0)

        /// Does the next job. It has let go of the job when it returns: only then may its caller go on, whose body must not
        /// escape. `nil` when the thread is to end.
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
                while let tell = queue.performNext(on: slot) { tell() }
            }
            thread.name = "PostgreSQL \(number)"
            thread.start()
        }
    }

    /// Runs a job as soon as a connection is free.
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

    /// Lets the threads end, after the jobs that wait.
    func end() {
        queue.state.withLock { $0.hasEnded = true }
        for _ in 0..<size { queue.waiting.signal() }
    }
}

/// A thread's connection, made anew when it is lost.
final class ConnectionSlot {
    private let address: String
    private var connection: Connection?

    init(_ address: String) {
        self.address = address
    }

    /// Unless the address says otherwise. The database then ends what takes longer.
    private static func limitWaits(on connection: Connection) throws {
        for (setting, limit) in [
            ("lock_timeout", "10s"), ("statement_timeout", "60s"), ("idle_in_transaction_session_timeout", "60s"),
        ] {
            try connection.execute(
                "SELECT set_config('\(setting)', '\(limit)', false) WHERE current_setting('\(setting)') = '0'")
        }
    }

    /// A connection on which no transaction is under way; throws a `StoreError`.
    func get() throws -> Connection {
        if let connection, connection.isSound { return connection }
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
