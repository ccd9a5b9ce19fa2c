/// A mutual exclusion lock for tasks, first come, first served. It may be held across suspensions.
public final class FairLock: Sendable {
    private struct Waiter {
        let ticket: UInt64
        /// `nil` until its task is suspended.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State {
        var isTaken = false
        var lastTicket: UInt64 = 0
        var waiters: [Waiter] = []
        /// The ticket of a waiter that received the lock before its task was suspended.
        var granted: UInt64?

        /// The ticket of the caller in the queue; `nil` if the lock was free and is the caller's.
        mutating func arrive() -> UInt64? {
            guard isTaken else {
                isTaken = true
                return nil
            }
            lastTicket += 1
            waiters.append(Waiter(ticket: lastTicket))
            return lastTicket
        }
    }

    private let state = LockedState(State())

    /// A lock that no task holds.
    public init() {}

    /// Whether a task waits for the lock.
    public var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// Acquires the lock for the duration of `body`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it has the lock, and what `body` throws.
    public func withLock<Result>(_ body: () async throws -> Result) async throws -> Result {
        let acquisition = try await acquire()
        let result = try await body()
        _ = consume acquisition
        return result
    }

    /// Acquires the lock, even if the task is cancelled meanwhile. Call ``unlock()`` once for each call.
    public func lock() async {
        guard let ticket = state.withLock({ $0.arrive() }) else { return }
        _ = await turn(of: ticket)
    }

    /// Hands the lock directly to the first in the queue, so that no newcomer can take it in between.
    public func unlock() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            let next = state.waiters.removeFirst()
            if next.continuation == nil { state.granted = next.ticket }
            return next.continuation
        }
        next?.resume(returning: true)
    }

    /// Acquires the lock; it is released when the returned value is destroyed.
    package func acquire() async throws(CancellationError) -> Acquisition {
        guard !Task.isCancelled else { throw CancellationError() }
        // The call takes its place in the queue here: until the task is suspended, it may change threads, and others may
        // overtake it.
        guard let ticket = state.withLock({ $0.arrive() }) else { return Acquisition(lock: self) }
        let isGranted = await withTaskCancellationHandler {
            await turn(of: ticket)
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation?.resume(returning: false)
        }
        guard isGranted else { throw CancellationError() }
        return Acquisition(lock: self)
    }

    /// Suspends the task until the lock is its own; returns `false` if its ticket was withdrawn.
    private func turn(of ticket: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            let decision: Bool? = state.withLock { state in
                if state.granted == ticket {
                    state.granted = nil
                    return true
                }
                guard let place = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return false }
                state.waiters[place].continuation = continuation
                return nil
            }
            if let decision { continuation.resume(returning: decision) }
        }
    }

    /// Holds the lock; releases it when destroyed.
    package struct Acquisition: ~Copyable, Sendable {
        fileprivate let lock: FairLock

        deinit { lock.unlock() }
    }
}
