import Foundation
import OrbitModels
import TimeAndChance

/// A policy that decides which requests are retried and how long to wait before each retry.
///
/// A request is retried only if the server performs it once, no matter how often it arrives. This is the case if:
/// - its method is idempotent (RFC 9110 §9.2.2),
/// - it carries an `Idempotency-Key`, or
/// - no connection was established.
///
/// Waits grow exponentially with full jitter (Marc Brooker, "Exponential Backoff And Jitter"). They are never shorter
/// than the server's `Retry-After`.
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public var maxAttempts: Int
    /// The upper bound of the first wait. The bound doubles with each retry, and each wait is a random part of it.
    public var base: Duration
    /// The longest wait. If the server asks for a longer wait, the call fails without a retry. The error
    /// ``APIError/problem(status:problem:)`` contains that wait as the `retryAfter` of its problem. The error of a
    /// response without a problem does not contain it.
    public var cap: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maxAttempts: The maximum number of attempts, including the first.
    ///   - base: The upper bound of the first wait.
    ///   - cap: The longest wait.
    public init(maxAttempts: Int = 3, base: Duration = .milliseconds(250), cap: Duration = .seconds(20)) {
        self.maxAttempts = maxAttempts
        self.base = base
        self.cap = cap
    }

    /// Three attempts, with waits that begin at up to 250 milliseconds.
    public static let standard = RetryPolicy()
    /// A policy that never retries.
    public static let never = RetryPolicy(maxAttempts: 1)

    /// Whether another attempt may have a different outcome.
    static func isTransient(_ outcome: Result<HTTPResponse, TransportError>) -> Bool {
        switch outcome {
        case .success(let response): [408, 425, 429, 500, 502, 503, 504].contains(response.status)
        case .failure(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error)
        }
    }

    /// Returns the wait before the next attempt, or `nil` if the request must not be retried.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the last attempt.
    ///   - request: The request.
    ///   - attempt: The number of attempts so far.
    ///   - now: The current time, for a `Retry-After` field with a date.
    ///   - random: The source of the jitter.
    func pause(
        after outcome: Result<HTTPResponse, TransportError>, to request: HTTPRequest, attempt: Int, now: Date,
        random: RandomSource
    ) -> Duration? {
        guard attempt < maxAttempts, outcome.isUnsent || request.isRepeatable else { return nil }
        var asked = Duration.zero
        if case .success(let response) = outcome {
            guard Self.isTransient(outcome) || response.status == 409 else { return nil }
            let problem = ResponseDecoder.problem(in: response, now: now)
            // A conflict is temporary only if an earlier attempt, whose response was lost, is still in progress.
            guard response.status != 409 || problem?.code == .idempotencyKeyInFlight else { return nil }
            asked = .seconds(problem?.retryAfter ?? RetryAfter.seconds(in: response.headers, now: now) ?? 0)
        } else {
            guard Self.isTransient(outcome) else { return nil }
        }
        return asked > cap ? nil : max(asked, backoff(attempt: attempt, random: random))
    }

    private func backoff(attempt: Int, random: RandomSource) -> Duration {
        var longest = base
        for _ in 1..<attempt where longest < cap { longest *= 2 }
        return min(longest, cap) * random.unit()
    }
}

extension Result<HTTPResponse, TransportError> {
    var isUnsent: Bool {
        if case .failure(let error) = self { error.preventsRequest } else { false }
    }
}

extension TransportError {
    /// Whether an attempt with this error has not reached the server.
    var preventsRequest: Bool { [.cannotConnect, .untrusted, .insecure].contains(self) }
}

extension HTTPRequest {
    fileprivate var isRepeatable: Bool { method.isIdempotent || headers[.idempotencyKey] != nil }
}

/// A token bucket that limits the retries to one server (gRPC proposal A6). All clients of the server share it.
///
/// A failure takes one token, and a success returns a tenth of a token. While half the tokens or fewer are left, no
/// retry is allowed. The limit protects an overloaded server from additional load.
public final class RetryBudget: Sendable {
    private let capacity: Int
    private let tenths: LockedState<Int>

    /// - Parameter capacity: The number of tokens, from 1 to 1,000,000.
    public init(capacity: Int = 10) {
        self.capacity = max(1, min(capacity, 1_000_000)) * 10
        tenths = LockedState(self.capacity)
    }

    var allowsRetry: Bool { tenths.withLock { $0 * 2 > capacity } }

    /// Records the outcome of an attempt. Errors that a retry cannot fix are ignored, because they do not indicate an
    /// overloaded server.
    func record(_ outcome: Result<HTTPResponse, TransportError>) {
        if RetryPolicy.isTransient(outcome) {
            tenths.withLock { $0 = max(0, $0 - 10) }
        } else if case .success = outcome {
            tenths.withLock { $0 = min(capacity, $0 + 1) }
        }
    }
}
