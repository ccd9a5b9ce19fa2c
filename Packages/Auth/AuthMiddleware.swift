public import Networking
import OrbitModels

/// Sends the access token with every request that needs one, and renews it when it has run out.
///
/// A request the server answers with 401 is sent once more with a new token. A second 401 is handed on:
/// it does not sign anybody out.
public struct AuthMiddleware: HTTPMiddleware {
    private let session: CurrentSession

    public init(session: CurrentSession) {
        self.session = session
    }

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
    /// Bearer token usage, RFC 6750 §2.1.
    fileprivate func authorized(by issued: IssuedToken) throws -> HTTPRequest {
        var request = self
        try request.headers.set(.authorization, to: "Bearer \(issued.token.reveal)")
        return request
    }
}
