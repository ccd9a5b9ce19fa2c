import Networking

/// One route, and what is done when it is called.
struct RouteHandler: Sendable {
    let route: Route
    /// The path of the route.
    let pattern: PathPattern
    /// The most bytes a body may have.
    let bodyLimit: Int
    let perform: @Sendable (RequestContext) async throws -> OperationResult
    /// How it responds to clients that accept `text/event-stream`; `nil` if it does not.
    var open: (@Sendable (RequestContext) async throws -> HTTPStream)?

    init(
        route: Route, bodyLimit: Int, perform: @escaping @Sendable (RequestContext) async throws -> OperationResult
    ) {
        (self.route, pattern) = (route, PathPattern(route.path))
        (self.bodyLimit, self.perform) = (bodyLimit, perform)
    }
}
