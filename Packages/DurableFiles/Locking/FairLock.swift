import TimeAndChance

/// A mutual exclusion lock for tasks, first come, first served. It may be held across suspensions.
package final class FairLock: Sendable {
    private struct Waiter {
        let ticket: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isTaken = false
        var lastTicket: UInt64 = 0
        var waiters: [Waiter] = []
    }

    private let state = LockedState(State())

    package init() {}

    /// Acquires the lock; it is released when the returned value is destroyed.
    func acquire() async throws(CancellationError) -> Acquisition {
        guard !Task.isCancelled else { throw CancellationError() }
        let ticket: UInt64? = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else { return Acquisition(lock: self) }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decision: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiters.append(Waiter(ticket: ticket, continuation: continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
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
        let next: Waiter? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }

    /// Holds the lock; releases it when destroyed.
    struct Acquisition: ~Copyable, Sendable {
        fileprivate let lock: FairLock

        deinit { lock.release() }
    }
}
