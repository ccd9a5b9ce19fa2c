/// Some routes that belong together, and what is done when they are called.
package protocol Operations: Sendable {
    init(context: BackendContext)

    var handlers: [RouteHandler] { get }
}
