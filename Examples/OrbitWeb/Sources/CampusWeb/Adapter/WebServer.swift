import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// The HTTP server of the front end.
package struct WebServer: Sendable {
    /// The maximum number of connections. Each browser has at most six.
    private static let maxConnections = 4_000

    /// The Hummingbird application. It runs as a service, or in tests of the router.
    package let application: Application<RouterResponder<WebContext>>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - site: The front end.
    ///   - options: The address.
    ///   - logger: The log.
    ///   - onRunning: Receives the listening socket.
    package init(
        site: WebSite, options: WebOptions, logger: Logger,
        onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) {
        let adapter = PageAdapter(site: site, options: options, time: site.settings.time)
        let router = Router(context: WebContext.self)
        router.add(middleware: PageHeaders(isSecure: options.publicOrigin?.hasPrefix("https://") == true))
        router.add(middleware: PlainErrors())
        for path in ["/", "/**"] as [RouterPath] {
            router.get(path) { request, context in try await adapter.get(request, context) }
            router.post(path) { request, context in try await adapter.post(request, context) }
        }
        let shares = options.connectionShare.map { ConnectionShares(limit: $0) }
        application = Application(
            router: router,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: Self.handlers(of: shares), idleTimeout: .seconds(30),
                    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                        maxHeaderFieldSize: 8 * 1_024, maxHeaderListSize: 16 * 1_024, maxHeaderFieldCount: 64))),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil, backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.maxConnections)),
            onServerRunning: onRunning, logger: logger)
    }

    /// Returns the handlers of a new connection; none without a limit for each address.
    private static func handlers(of shares: ConnectionShares?) -> [any RemovableChannelHandler] {
        guard let shares else { return [] }
        return [ConnectionShare(shares: shares)]
    }
}
