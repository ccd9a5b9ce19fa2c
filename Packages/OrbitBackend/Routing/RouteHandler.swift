import Networking

/// One route, and what is done when it is called.
struct RouteHandler: Sendable {
    let route: Route
    /// The path of the route.
    let pattern: PathPattern
    /// The most bytes a body may have.
    let bodyLimit: Int
    let perform: @Sendable (RequestContext) async throws -> OperationResult
    /// Reads and checks the body of a request, without the store; throws a ``HTTPProblem``. ``perform`` does the same
    /// before it begins its transaction. Tests call it alone, so that no check of a body moves into a transaction.
    var checkBody: @Sendable (RequestContext) throws -> Void = { _ in }
    /// The word that the caller's account has to satisfy; `nil` for handlers that find their caller themselves.
    var access: AccessWord?
    /// How it responds with a body that is made as it is read; `nil`, or a result of `nil`, if ``perform`` responds.
    var open: (@Sendable (RequestContext) async throws -> HTTPStream?)?

    init(
        route: Route, bodyLimit: Int, perform: @escaping @Sendable (RequestContext) async throws -> OperationResult
    ) {
        (self.route, pattern) = (route, PathPattern(route.path))
        (self.bodyLimit, self.perform) = (bodyLimit, perform)
    }
}
