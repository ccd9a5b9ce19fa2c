import TimeAndChance

/// Lets one task in at a time, first come, first served. It may be held across suspensions.
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

    private let state = Locked(State())

    package init() {}

    /// Waits for a turn; it ends when the value goes out of scope.
    func takeTurn() async throws(CancellationError) -> Turn {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiters.append(Waiter(ticket: ticket, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
        guard isGranted else { throw CancellationError() }
        return Turn(lock: self)
    }

    package func withTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
        let turn = try await takeTurn()
        let result = try await body()
        _ = consume turn
        return result
    }

    /// Hands the lock over to the first in the queue, without a moment in which a newcomer could slip in.
    fileprivate func endTurn() {
        let next: Waiter? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }

    struct Turn: ~Copyable, Sendable {
        fileprivate let lock: FairLock

        deinit { lock.endTurn() }
    }
}
