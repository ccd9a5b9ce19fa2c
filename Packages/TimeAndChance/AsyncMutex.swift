/// A mutual exclusion lock for tasks. Waiting tasks receive it in the order of their arrival, and a task may hold it
/// across suspensions.
///
/// Locking, cancelling and unlocking take constant time on average, for any number of waiting tasks.
public final class AsyncMutex: Sendable {
    private struct Waiter {
        /// `nil` until its task is suspended.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State {
        var isTaken = false
        /// The waiters by ticket. A cancelled call has no entry.
        var waiters: [UInt64: Waiter] = [:]
        /// The lowest ticket that may still have a waiter. All lower tickets have received the lock or were cancelled.
        var firstTicket: UInt64 = 0
        /// The ticket of the next call that has to wait.
        var newTicket: UInt64 = 0
        /// The ticket of a waiter that received the lock before its task was suspended.
        var granted: UInt64?

        /// Returns the ticket of the caller in the queue, or `nil` if the lock was free and now belongs to the caller.
        mutating func arrive() -> UInt64? {
            guard isTaken else {
                isTaken = true
                return nil
            }
            defer { newTicket += 1 }
            waiters[newTicket] = Waiter()
            return newTicket
        }

        /// Removes the first waiter from the queue and returns it. Returns `nil` if no task waits.
        mutating func takeFirst() -> (ticket: UInt64, waiter: Waiter)? {
            // Each ticket is removed or skipped only once, so the cost is constant on average.
            while firstTicket < newTicket {
                defer { firstTicket += 1 }
                if let waiter = waiters.removeValue(forKey: firstTicket) { return (firstTicket, waiter) }
            }
            return nil
        }
    }

    private let state = LockedState(State())

    /// Creates a lock that no task holds.
    public init() {}

    /// Whether a task waits for the lock.
    public var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// Acquires the lock for the duration of `body`.
    ///
    /// - Parameter body: The work under the lock.
    /// - Returns: The result of `body`.
    /// - Throws: `CancellationError` if the task is cancelled before it has the lock, or the error of `body`.
    public func withLock<Result>(_ body: () async throws -> Result) async throws -> Result {
        let acquisition = try await acquire()
        let result = try await body()
        _ = consume acquisition
        return result
    }

    /// Acquires the lock, even if the task is cancelled during the wait. Call ``unlock()`` once for each call.
    public func lock() async {
        guard let ticket = state.withLock({ $0.arrive() }) else { return }
        _ = await turn(of: ticket)
    }

    /// Releases the lock. The first waiting task receives it directly, so that no other task can take it in between.
    public func unlock() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard let (ticket, waiter) = state.takeFirst() else {
                state.isTaken = false
                return nil
            }
            if waiter.continuation == nil { state.granted = ticket }
            return waiter.continuation
        }
        next?.resume(returning: true)
    }

    /// Acquires the lock. The lock is released when the returned value is destroyed.
    package func acquire() async throws(CancellationError) -> Acquisition {
        guard !Task.isCancelled else { throw CancellationError() }
        // The call enters the queue here and not when its task is suspended. In between, the task may change threads,
        // and tasks that arrived later may be suspended first.
        guard let ticket = state.withLock({ $0.arrive() }) else { return Acquisition(lock: self) }
        let isGranted = await withTaskCancellationHandler {
            await turn(of: ticket)
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.continuation?.resume(returning: false)
        }
        guard isGranted else { throw CancellationError() }
        return Acquisition(lock: self)
    }

    /// Suspends the task until it has the lock. Returns `false` if its ticket was withdrawn.
    private func turn(of ticket: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            let decision: Bool? = state.withLock { state in
                if state.granted == ticket {
                    state.granted = nil
                    return true
                }
                guard state.waiters[ticket] != nil else { return false }
                state.waiters[ticket] = Waiter(continuation: continuation)
                return nil
            }
            if let decision { continuation.resume(returning: decision) }
        }
    }

    /// The possession of the lock. The lock is released when the value is destroyed.
    package struct Acquisition: ~Copyable, Sendable {
        fileprivate let lock: AsyncMutex

        deinit { lock.unlock() }
    }
}
