/// Some routes that belong together, and what is done when they are called.
public protocol Operations: Sendable {
    /// Creates the operations of a backend, once at its start.
    init(context: BackendContext)

    /// The handlers of the routes.
    var handlers: [RouteHandler] { get }
}
