import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Networking
import OrbitBackend
import TimeAndChance

/// The HTTP server of a backend: the router with all middleware, and the connections with all limits.
package struct ServerApplication: Sendable {
    /// The prefix of the routes of the API, as in the configuration of the backend.
    static let basePath = "/api"

    /// The Hummingbird application. It runs as a service, or in tests of the router.
    package let application: Application<RouterResponder<ServerContext>>
    /// The state for `/ready` and `/metrics`.
    package let state: ServerState
    /// The certificate; `nil` without TLS.
    let certificate: CurrentCertificate?

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - backend: The backend that responds.
    ///   - store: The store of the backend, for `/ready`.
    ///   - registry: The registry of metrics.
    ///   - spool: The spool of messages, for metrics.
    ///   - options: The address and the limits.
    ///   - logger: The log.
    ///   - time: The clock of durations.
    ///   - random: The source of trace ids.
    ///   - onRunning: Receives the listening socket, for example to learn the port.
    /// - Throws: ``StartupError`` if the certificate cannot be used.
    package init(
        backend: OrbitBackend, store: MeasuredStore, registry: PrometheusRegistry = PrometheusRegistry(),
        spool: MailSpool? = nil, options: ServerOptions, logger: Logger, time: any TimeSource = SystemClock(),
        random: RandomSource = .system, onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws {
        certificate = try options.tls.map { try CurrentCertificate($0, now: time.date) }
        var limits = options.limits
        // All connections come from the address of the proxy.
        if options.trustedProxies > 0 { limits.connectionsPerOrigin = limits.acceptedConnections }
        let openStreams = OpenStreams()
        let (requestBudget, responseBudget) = (ByteBudget.requests(limits), ByteBudget.responses(limits))
        let connections = ConnectionCount()
        let securityHeaders = SecurityHeaders(isSecure: options.baseURL.hasPrefix("https://"))
        state = ServerState(
            backend: backend, store: store, registry: registry, connections: connections, openStreams: openStreams,
            requestBudget: requestBudget, responseBudget: responseBudget, spool: spool, time: time)
        let responder = BackendResponder(
            backend: backend, server: options.baseURL, bodies: BodyCollector(limits: limits, budget: requestBudget),
            callers: CallerAddress(proxies: options.trustedProxies), openStreams: openStreams,
            responseBudget: responseBudget)
        let router = Self.router(
            responder, corsOrigin: options.corsOrigin, securityHeaders: securityHeaders,
            observer: ObserveRequests(metrics: state.metrics, time: time, random: random))
        OperationRoutes(state: state, callers: responder.callers, token: options.metricsToken).add(to: router)
        ContactPages(responder: responder).add(to: router)
        PlanPages(responder: responder).add(to: router)
        Stylesheet.add(to: router)
        if let folder = options.contractFolder { ContractRoutes(folder: folder).add(to: router) }
        application = Application(
            router: router,
            server: LimitHandlers(
                limits: limits, connections: connections,
                responses: LimitResponses(securityHeaders: securityHeaders) { [metrics = state.metrics] status in
                    metrics.countLimitResponse(status: status)
                }
            ).server(with: certificate),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil, backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.acceptedConnections)),
            onServerRunning: onRunning, logger: logger)
    }

    /// Creates the router. A middleware applies to the routes that are added after it.
    private static func router(
        _ responder: BackendResponder, corsOrigin: String?, securityHeaders: SecurityHeaders,
        observer: ObserveRequests
    ) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: observer)
        router.add(middleware: securityHeaders)
        if let origin = corsOrigin { router.add(middleware: CrossOrigin(origin: origin)) }
        router.add(middleware: EnvelopeErrors())
        router.add(middleware: PlanRedirect())
        router.add(middleware: UnknownRoutes(responder: responder))
        for route in responder.backend.routes {
            guard let method = HTTPTypes.HTTPRequest.Method(route.method.rawValue) else { continue }
            var responder = responder
            responder.needsSession = route.access == .session
            router.on(RouterPath(basePath + route.path), method: method, responder: responder)
        }
        return router
    }
}
