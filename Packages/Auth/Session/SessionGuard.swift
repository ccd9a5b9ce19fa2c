public import Networking
import TimeAndChance

/// A gate for the requests of a session. After ``end()``, each request ends with `CancellationError`.
///
/// Put the same gate before and after ``AuthMiddleware``. The first pass refuses a request of an ended session before it
/// asks for a token. The second pass also refuses a request that has waited for the token, because the token can belong to
/// the next user.
///
/// ```swift
/// let gate = SessionGuard()
/// let middleware: [any HTTPMiddleware] = [gate, AuthMiddleware(session: session), gate]
/// ```
public struct SessionGuard: HTTPMiddleware {
    private let hasEnded = LockedState(false)

    /// Creates an open gate.
    public init() {}

    /// Ends all later requests at once, and each request in flight when its transport returns or throws.
    public func end() { hasEnded.withLock { $0 = true } }

    /// Passes a request on while the gate is open.
    ///
    /// - Throws: `CancellationError` after ``end()``, and the errors of `next`.
    public func intercept(
        _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try check()
        do {
            let response = try await next(request)
            try check()
            return response
        } catch {
            try check()
            throw error
        }
    }

    private func check() throws(CancellationError) {
        if hasEnded.withLock({ $0 }) { throw CancellationError() }
    }
}
