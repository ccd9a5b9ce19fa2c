import BackendRuntime
import CoreMetrics
import TimeAndChance

/// The metrics of the server.
package struct ServerMetrics: Sendable {
    private let factory: any MetricsFactory
    private let requests = SeriesCache<RequestLabels>()
    private let storeCalls = SeriesCache<StoreCallLabels>()

    package init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Counts a response, and records the time until it began.
    func countRequest(method: String, route: String, status: Int, duration: Duration) {
        let labels = RequestLabels(method: Self.known(method), route: route, status: status)
        requests.series(labels) {
            Series(
                counter: factory.makeCounter(
                    label: "orbit_http_requests",
                    dimensions: [("method", labels.method), ("route", route), ("status", String(status))]),
                timer: factory.makeTimer(label: "orbit_http_request_duration", dimensions: [("route", route)]))
        }
        .record(duration)
    }

    /// Counts a response of a channel handler, such as 408, 431 or 503. The handler knows no route of the request.
    func countLimitResponse(status: Int) {
        factory.makeCounter(label: "orbit_http_limit_responses", dimensions: [("status", String(status))])
            .increment(by: 1)
    }

    /// Counts a call of the store.
    func countStoreCall(_ operation: String, failed: Bool, duration: Duration) {
        storeCalls.series(StoreCallLabels(operation: operation, failed: failed)) {
            Series(
                counter: factory.makeCounter(
                    label: "orbit_store_calls",
                    dimensions: [("operation", operation), ("outcome", failed ? "failed" : "done")]),
                timer: factory.makeTimer(label: "orbit_store_call_duration", dimensions: [("operation", operation)]))
        }
        .record(duration)
    }

    /// Counts an event of the backend.
    package func count(_ event: OperatorEvent) {
        let parts = event.rawValue.split(separator: ":", maxSplits: 1).map(String.init)
        let labels = [("event", parts.first ?? "")] + (parts.count > 1 ? [("subject", parts[1])] : [])
        factory.makeCounter(label: "orbit_operator_events", dimensions: labels).increment(by: 1)
    }

    /// Counts an attempt to hand a message to the mail program.
    func countDelivery(outcome: String) {
        factory.makeCounter(label: "orbit_mail_deliveries", dimensions: [("outcome", outcome)]).increment(by: 1)
    }

    /// Sets a value that is read when the metrics are read.
    func set(_ name: String, _ value: Int) {
        factory.makeMeter(label: name, dimensions: []).set(Int64(value))
    }

    /// Returns the method, or `OTHER`. Callers could otherwise create many series, and choose texts of the log.
    static func known(_ method: String) -> String {
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) ? method : "OTHER"
    }
}

extension ServerMetrics {
    private struct RequestLabels: Hashable, Sendable {
        let method: String
        let route: String
        let status: Int
    }

    private struct StoreCallLabels: Hashable, Sendable {
        let operation: String
        let failed: Bool
    }

    /// The number and the durations of events with the same labels.
    private struct Series: Sendable {
        let counter: any CounterHandler
        let timer: any TimerHandler

        func record(_ duration: Duration) {
            counter.increment(by: 1)
            timer.recordNanoseconds(duration.nanoseconds)
        }
    }

    /// The series that exist. A factory composes a text of all labels to find a series, which takes longer than to count
    /// the event.
    private final class SeriesCache<Labels: Hashable & Sendable>: Sendable {
        private let known = LockedState<[Labels: Series]>([:])

        /// Returns the series with some labels, and creates it at the first call.
        func series(_ labels: Labels, create: () -> Series) -> Series {
            known.withLock { known in
                if let series = known[labels] { return series }
                let series = create()
                known[labels] = series
                return series
            }
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, for metrics.
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
