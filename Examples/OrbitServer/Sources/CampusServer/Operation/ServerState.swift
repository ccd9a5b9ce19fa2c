import BackendRuntime
import OrbitBackend
import TimeAndChance

/// The state of the process that `/ready` and `/metrics` report.
package struct ServerState: Sendable {
    let store: MeasuredStore
    let metrics: ServerMetrics
    let registry: PrometheusRegistry
    let connections: ConnectionCount
    let openStreams: OpenStreams
    let requestBudget: ByteBudget
    let responseBudget: ByteBudget
    let spool: MailSpool?
    private let work: WorkMetrics
    private let isStopping = LockedState(false)

    init(
        backend: OrbitBackend, store: MeasuredStore, registry: PrometheusRegistry, connections: ConnectionCount,
        openStreams: OpenStreams, requestBudget: ByteBudget, responseBudget: ByteBudget, spool: MailSpool?,
        time: any TimeSource
    ) {
        self.store = store
        self.registry = registry
        let metrics = ServerMetrics(factory: registry)
        self.metrics = metrics
        work = WorkMetrics(backend: backend, metrics: metrics, time: time)
        (self.connections, self.openStreams, self.spool) = (connections, openStreams, spool)
        (self.requestBudget, self.responseBudget) = (requestBudget, responseBudget)
    }

    /// Whether the server accepts requests: it is not about to stop, and its store can be read and written.
    func isReady() async -> Bool {
        guard !isStopping.withLock({ $0 }) else { return false }
        do {
            try await store.probe()
            return true
        } catch {
            return false
        }
    }

    /// Makes ``isReady()`` return `false`, so that a load balancer sends no further requests.
    func beginShutdown() { isStopping.withLock { $0 = true } }

    /// The metrics in the Prometheus text format.
    func prometheusText() async -> String {
        await work.update()
        metrics.set("orbit_http_connections", connections.count)
        metrics.set("orbit_event_streams", openStreams.count)
        metrics.set("orbit_http_body_bytes_in_flight", requestBudget.inFlight)
        metrics.set("orbit_http_response_bytes_in_flight", responseBudget.inFlight)
        if let spool {
            metrics.set("orbit_mail_queued", spool.count(.queued))
            metrics.set("orbit_mail_failed", spool.count(.failed))
        }
        return registry.text
    }
}
