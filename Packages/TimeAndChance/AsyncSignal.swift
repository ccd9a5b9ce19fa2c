/// A signal that is sent once. All waiting tasks resume when it is sent or when one of them is cancelled.
package final class AsyncSignal: Sendable {
    private struct State {
        var isSent = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = LockedState(State())

    /// Creates a signal that was not sent.
    package init() {}

    /// Resumes all waiting tasks. Later calls of ``wait()`` return at once.
    package func send() {
        let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.isSent = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends the caller on its own actor until the signal is sent. Cancelling a waiting task sends the signal to all
    /// waiting tasks.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isSent: Bool = state.withLock { state in
                    if !state.isSent { state.waiters.append(continuation) }
                    return state.isSent
                }
                if isSent { continuation.resume() }
            }
        } onCancel: {
            send()
        }
    }
}
