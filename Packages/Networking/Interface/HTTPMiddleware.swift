/// Sees every request on its way out and every response on its way in: adds credentials, measures, logs.
///
/// The first in the client's list is outermost. A retry passes through all of them again.
public protocol HTTPMiddleware: Sendable {
    /// - Parameters:
    ///   - request: what would be sent.
    ///   - route: the endpoint it belongs to.
    ///   - next: sends on; may be called again to replay, or not at all.
    func intercept(
        _ request: HTTPRequest,
        route: Route,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse
}
