public import Networking

/// Some routes that belong together, and what is done when they are called.
public protocol Operations: Sendable {
    /// Creates the operations of a backend, once at its start.
    init(context: BackendContext)

    /// The handlers of the routes.
    var handlers: [RouteHandler] { get }
}

/// One route, and what is done when it is called.
public struct RouteHandler: Sendable {
    package let route: Route
    /// The path of the route.
    package let pattern: PathPattern
    /// The most bytes a body may have.
    package let bodyLimit: Int
    package let perform: @Sendable (RequestContext) async throws -> OperationResult
    /// Reads and checks the body of a request, without the store; throws a ``HTTPProblem``. ``perform`` does the same
    /// before it begins its transaction. Tests call it alone, so that no check of a body moves into a transaction.
    package var checkBody: @Sendable (RequestContext) throws -> Void = { _ in }
    /// Reads the body of a request and computes the fingerprint that is stored with its idempotency key; `nil` for
    /// operations that take none from signed-in callers. Tests call it alone, to compare bodies.
    package var fingerprint: (@Sendable (RequestContext) throws -> String)?
    /// The word that the caller's account has to satisfy; `nil` for handlers that find their caller themselves.
    package var access: AccessWord?
    /// How it responds with a body that is made as it is read; `nil`, or a result of `nil`, if ``perform`` responds.
    package var open: (@Sendable (RequestContext) async throws -> HTTPStream?)?

    /// Creates a handler that finds its caller itself. ``BackendContext`` makes handlers that know their caller.
    ///
    /// - Parameters:
    ///   - route: The route that it responds to.
    ///   - bodyLimit: The most bytes a body may have.
    ///   - perform: Responds to a request.
    public init(
        route: Route, bodyLimit: Int, perform: @escaping @Sendable (RequestContext) async throws -> OperationResult
    ) {
        (self.route, pattern) = (route, PathPattern(route.path))
        (self.bodyLimit, self.perform) = (bodyLimit, perform)
    }
}
