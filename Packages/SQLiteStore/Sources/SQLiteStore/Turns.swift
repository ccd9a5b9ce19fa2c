import Foundation

/// Lets one task on at a time, in the order in which they come.
final class Turns: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The first of those who wait.
        var next = 0
    }

    private let state = Locked(State())

    /// Whether another waits for the turn.
    var isAwaited: Bool { state.change { $0.next < $0.waiting.count } }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.change { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the turn to the next.
    func leave() {
        let next = state.change { state -> CheckedContinuation<Void, Never>? in
            guard state.next < state.waiting.count else {
                state.isTaken = false
                return nil
            }
            let next = state.waiting[state.next]
            state.next += 1
            if state.next == state.waiting.count || state.next > 256 {
                state.waiting.removeFirst(state.next)
                state.next = 0
            }
            return next
        }
        next?.resume()
    }
}

/// A value that several threads use.
// Unchecked, because the compiler cannot see that `state` is accessed only while `lock` is held: it is private, and
// `change` is its only use.
final class Locked<State: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    var value: State { change { $0 } }

    func change<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}
