/// Some routes that belong together, and what is done when they are called.
protocol Operations: Sendable {
    init(context: Context)

    var handlers: [RouteHandler] { get }
}
