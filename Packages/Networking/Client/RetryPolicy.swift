import Foundation
import OrbitModels
import TimeAndChance

/// When to send a request again, and how long to wait before.
///
/// A request is repeated only if the server performs it once however often it comes: its method is idempotent
/// (RFC 9110 §9.2.2), it carries an `Idempotency-Key`, or no connection came about. Waits grow by full jitter
/// (Marc Brooker, "Exponential Backoff And Jitter"), and are never shorter than the server's `Retry-After`.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent at most.
    public var maxAttempts: Int
    /// The first wait is a random part of this; each further one may be twice as long.
    public var base: Duration
    /// No wait is longer. When the server asks for more, the call fails and says when to try again.
    public var cap: Duration

    /// Creates a policy. `maxAttempts` includes the first attempt; no wait is longer than `cap`.
    public init(maxAttempts: Int = 3, base: Duration = .milliseconds(250), cap: Duration = .seconds(20)) {
        self.maxAttempts = maxAttempts
        self.base = base
        self.cap = cap
    }

    /// Three attempts, with waits that begin at up to 250 milliseconds.
    public static let standard = RetryPolicy()
    /// Every request is sent once.
    public static let never = RetryPolicy(maxAttempts: 1)

    /// Whether the outcome may be different next time.
    static func isTransient(_ outcome: Result<HTTPResponse, TransportError>) -> Bool {
        switch outcome {
        case .success(let response): [408, 425, 429, 500, 502, 503, 504].contains(response.status)
        case .failure(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error)
        }
    }

    /// How long to wait before sending the request again; `nil` if it must not be.
    func pause(
        after outcome: Result<HTTPResponse, TransportError>, to request: HTTPRequest, attempt: Int, now: Date,
        random: RandomSource
    ) -> Duration? {
        guard attempt < maxAttempts, outcome.isUnsent || request.isRepeatable else { return nil }
        var asked = Duration.zero
        if case .success(let response) = outcome {
            guard Self.isTransient(outcome) || response.status == 409 else { return nil }
            let problem = ResponseDecoder.problem(in: response, now: now)
            // A conflict passes only if it is with an earlier attempt, whose response was lost on the way.
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
    fileprivate var isUnsent: Bool {
        if case .failure(.cannotConnect) = self { true } else { false }
    }
}

extension HTTPRequest {
    fileprivate var isRepeatable: Bool { method.isIdempotent || headers[.idempotencyKey] != nil }
}

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
