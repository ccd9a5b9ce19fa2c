import Networking

/// One route, and what is done when it is called.
struct RouteHandler: Sendable {
    let route: Route
    /// The path of the route.
    let pattern: PathPattern
    /// The most bytes a body may have.
    let bodyLimit: Int
    let perform: @Sendable (RequestContext) async throws -> OperationResult
    /// How it responds with a body that is made as it is read; `nil`, or a result of `nil`, if ``perform`` responds.
    var open: (@Sendable (RequestContext) async throws -> HTTPStream?)?

    init(
        route: Route, bodyLimit: Int, perform: @escaping @Sendable (RequestContext) async throws -> OperationResult
    ) {
        (self.route, pattern) = (route, PathPattern(route.path))
        (self.bodyLimit, self.perform) = (bodyLimit, perform)
    }
}
