import TimeAndChance

/// A mutual exclusion lock for tasks, first come, first served. It may be held across suspensions.
package final class FairLock: Sendable {
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
    }

    private let state = LockedState(State())

    package init() {}

    /// Acquires the lock; it is released when the returned value is destroyed.
    func acquire() async throws(CancellationError) -> Acquisition {
        guard !Task.isCancelled else { throw CancellationError() }
        // The call takes its place in the queue here: until the task is suspended, it may change threads, and others may
        // overtake it.
        let ticket: UInt64? = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            state.lastTicket += 1
            state.waiters.append(Waiter(ticket: state.lastTicket))
            return state.lastTicket
        }
        guard let ticket else { return Acquisition(lock: self) }
        let isGranted = await withTaskCancellationHandler {
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
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation?.resume(returning: false)
        }
        guard isGranted else { throw CancellationError() }
        return Acquisition(lock: self)
    }

    package func withLock<Result>(_ body: () async throws -> Result) async throws -> Result {
        let acquisition = try await acquire()
        let result = try await body()
        _ = consume acquisition
        return result
    }

    /// Hands the lock directly to the first in the queue, so that no newcomer can take it in between.
    fileprivate func release() {
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

    /// Holds the lock; releases it when destroyed.
    struct Acquisition: ~Copyable, Sendable {
        fileprivate let lock: FairLock

        deinit { lock.release() }
    }
}
