import Networking

/// One route, and what is done when it is called.
struct RouteHandler: Sendable {
    let route: Route
    /// The most bytes a body may have.
    let bodyLimit: Int
    let perform: @Sendable (RequestContext) async throws -> OperationResult
    /// How it responds to clients that accept `text/event-stream`; `nil` if it does not.
    var open: (@Sendable (RequestContext) async throws -> HTTPStream)?
}
