import Networking

/// A request in flight. The first result counts, whether it is the response, a loss, a cancellation or a crash.
// Unchecked, because the scheduler runs all jobs on one thread.
final class Exchange<Value: Sendable>: @unchecked Sendable {
    private var result: Result<Value, TransportError>?
    private var waiter: CheckedContinuation<Result<Value, TransportError>, Never>?

    /// Whether the client no longer waits.
    var hasEnded: Bool { result != nil }

    /// Ends the exchange. Later results are dropped.
    func finish(_ result: Result<Value, TransportError>) {
        guard self.result == nil else { return }
        self.result = result
        waiter?.resume(returning: result)
        waiter = nil
    }

    /// Waits for the result. Only one task may wait.
    func value() async -> Result<Value, TransportError> {
        await withCheckedContinuation { continuation in
            if let result { continuation.resume(returning: result) } else { waiter = continuation }
        }
    }
}
