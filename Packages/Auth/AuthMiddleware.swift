public import Networking
import OrbitModels

/// Adds the access token to every request that needs a session, and renews an expired token.
///
/// After a 401 response, the request is sent once more with a new token. A second 401 is returned to the caller and
/// does not sign the user out.
public struct AuthMiddleware: HTTPMiddleware {
    private let session: CurrentSession

    /// Creates the middleware for a session.
    public init(session: CurrentSession) {
        self.session = session
    }

    /// Sends the request with the access token if its route needs a session.
    ///
    /// - Throws: The errors of `next`, and:
    ///   - ``AuthError`` if there is no session,
    ///   - `APIError` or ``TokenStoreError`` if an expired token cannot be renewed,
    ///   - `InvalidHeaderValue` if a token contains a character that no header may have,
    ///   - `CancellationError`.
    public func intercept(
        _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard route.access == .session else { return try await next(request) }
        let token = try await session.token()
        let response = try await next(try request.authorized(by: token))
        guard response.status == 401 else { return response }
        let renewed = try await session.token(replacing: token)
        return try await next(try request.authorized(by: renewed))
    }
}

extension HTTPRequest {
    /// Returns the request with a bearer token (RFC 6750 §2.1).
    fileprivate func authorized(by issued: IssuedToken) throws -> HTTPRequest {
        var request = self
        try request.headers.set(.authorization, to: "Bearer \(issued.token.reveal)")
        return request
    }
}
