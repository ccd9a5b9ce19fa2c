import TimeAndChance

/// Keeps retries from piling onto a server in trouble: a token bucket shared by all calls to it (gRPC proposal A6).
///
/// A failure takes a token, a success gives back a tenth; while half of the tokens or more are gone, nothing is
/// repeated.
public final class RetryBudget: Sendable {
    private let capacity: Int
    private let tenths: LockedState<Int>

    /// - Parameter capacity: the number of tokens, at least 1.
    public init(capacity: Int = 10) {
        self.capacity = max(1, min(capacity, 1_000_000)) * 10
        tenths = LockedState(self.capacity)
    }

    var allowsRetry: Bool { tenths.withLock { $0 * 2 > capacity } }

    /// Failures that no repetition mends say nothing about how the server fares.
    func record(_ outcome: Result<HTTPResponse, TransportError>) {
        if RetryPolicy.isTransient(outcome) {
            tenths.withLock { $0 = max(0, $0 - 10) }
        } else if case .success = outcome {
            tenths.withLock { $0 = min(capacity, $0 + 1) }
        }
    }
}
