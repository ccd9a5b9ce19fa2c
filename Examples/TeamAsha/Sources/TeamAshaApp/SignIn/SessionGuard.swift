import Networking
import TimeAndChance

extension SignedInClub {
    /// A gate for the requests of a rider. After ``end()``, each request ends with `CancellationError`.
    struct SessionGuard: HTTPMiddleware {
        private let hasEnded = LockedState(false)

        func end() { hasEnded.withLock { $0 = true } }

        func intercept(
            _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            try check()
            let response = try await next(request)
            try check()
            return response
        }

        private func check() throws(CancellationError) {
            if hasEnded.withLock({ $0 }) { throw CancellationError() }
        }
    }
}
