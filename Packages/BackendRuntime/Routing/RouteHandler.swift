public import Networking

/// Related routes and their handlers.
public protocol Operations: Sendable {
    /// Creates the operations of a backend, once at its start.
    ///
    /// - Parameter context: The context of the backend.
    init(context: BackendContext)

    /// The handlers of the routes.
    var handlers: [RouteHandler] { get }
}

/// A route and its handler.
public struct RouteHandler: Sendable {
    package let route: Route
    /// The path of the route.
    package let pattern: PathPattern
    /// The maximum number of bytes of a body.
    package let bodyLimit: Int
    package var perform: @Sendable (RequestContext) async throws -> OperationResult
    /// Reads and checks the body of a request without the store, and throws a ``HTTPProblem``. ``perform`` does the
    /// same before it begins its transaction. Tests call this closure, to ensure that no transaction checks a body.
    package var checkBody: @Sendable (RequestContext) throws -> Void = { _ in }
    /// Reads the body of a request, and returns the fingerprint that is stored with its idempotency key. Tests call
    /// this closure to compare bodies.
    ///
    /// It is `nil` for operations that do not take an idempotency key from signed-in callers.
    package var fingerprint: (@Sendable (RequestContext) throws -> String)?
    /// The role that the caller's account has to have; `nil` for handlers that authenticate their caller themselves.
    package var access: AccessRole?
    /// Opens a response whose body is generated while it is read. If this is `nil` or returns `nil`, ``perform``
    /// responds.
    package var open: (@Sendable (RequestContext) async throws -> HTTPStream?)?

    /// Creates a handler that authenticates its caller itself. ``BackendContext`` makes handlers that know their
    /// caller.
    ///
    /// - Parameters:
    ///   - route: The route that it responds to.
    ///   - bodyLimit: The maximum number of bytes of a body.
    ///   - perform: Responds to a request.
    public init(
        route: Route, bodyLimit: Int, perform: @escaping @Sendable (RequestContext) async throws -> OperationResult
    ) {
        (self.route, pattern) = (route, PathPattern(route.path))
        (self.bodyLimit, self.perform) = (bodyLimit, perform)
    }
}
