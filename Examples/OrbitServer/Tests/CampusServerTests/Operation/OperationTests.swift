import BackendRuntime
import CoreMetrics
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitStore
import Testing
import TimeAndChance

@testable import CampusServer

@Suite struct OperationTests {
    @Test func `metrics have the Prometheus text format`() {
        let registry = PrometheusRegistry()
        registry.makeCounter(label: "orbit.requests", dimensions: [("route", "/a\"b")]).increment(by: 2)
        registry.makeMeter(label: "orbit_streams", dimensions: []).set(Int64(3))
        registry.makeTimer(label: "orbit_wait", dimensions: []).recordNanoseconds(20_000_000)
        let lines = registry.text.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(4) == [
                "# TYPE orbit_requests_total counter", "orbit_requests_total{route=\"/a\\\"b\"} 2.0",
                "# TYPE orbit_streams gauge", "orbit_streams 3.0",
            ])
        #expect(lines.contains("orbit_wait_seconds_bucket{le=\"0.01\"} 0"))
        #expect(lines.contains("orbit_wait_seconds_bucket{le=\"0.025\"} 1"))
        #expect(lines.contains("orbit_wait_seconds_bucket{le=\"+Inf\"} 1"))
        #expect(lines.contains("orbit_wait_seconds_count 1"))
    }

    @Test func `two handles of one series count together`() {
        let registry = PrometheusRegistry()
        for _ in 0..<2 { registry.makeCounter(label: "a", dimensions: [("b", "c")]).increment(by: 1) }
        #expect(registry.text.contains("a_total{b=\"c\"} 2.0"))
    }

    @Test func `two responses of one route count in one series`() {
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(factory: registry)
        for _ in 0..<2 { metrics.countRequest(method: "GET", route: "/a", status: 200, duration: .milliseconds(1)) }
        let lines = registry.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("orbit_http_requests_total{method=\"GET\",route=\"/a\",status=\"200\"} 2.0"))
        #expect(lines.contains("orbit_http_request_duration_seconds_count{route=\"/a\"} 2"))
    }

    @Test func `the waiting work is read at most once in five seconds`() async {
        let (registry, clock) = (PrometheusRegistry(), VirtualClock())
        let metrics = ServerMetrics(factory: registry)
        let store = MeasuredStore(store: MemoryStore(), metrics: metrics, time: clock)
        let backend = OrbitBackend(store: store, time: clock, configuration: .demonstration())
        let work = WorkMetrics(backend: backend, metrics: metrics, time: clock)
        let reads = #"orbit_store_calls_total{operation="read",outcome="done"}"#
        for _ in 0..<3 { await work.update() }
        #expect(registry.text.contains("\(reads) 1.0"))
        clock.advance(by: .seconds(5))
        for _ in 0..<3 { await work.update() }
        #expect(registry.text.contains("\(reads) 2.0"))
    }

    @Test func `an operator event is counted with its subject as a label`() {
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(factory: registry)
        metrics.count(.guessing)
        metrics.count(.workFailed("erasures"))
        #expect(registry.text.contains(#"orbit_operator_events_total{event="guessing"} 1.0"#))
        #expect(registry.text.contains(#"orbit_operator_events_total{event="job_failed",subject="erasures"} 1.0"#))
    }

    @Test func `a demonstration counts the events of the operator`() async throws {
        let campus = try await Campus(demonstrationOf: 4, time: VirtualClock())
        // The people who have sent a poke have signed in for it.
        #expect(campus.registry.text.contains(#"orbit_operator_events_total{event="signed_in"}"#))
    }

    @Test func `a valid traceparent is continued with a new span`() {
        let field = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let trace = TraceContext(continuing: field, random: .seeded(1))
        #expect(trace.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.spanID != "00f067aa0ba902b7")
        #expect(trace.field.hasSuffix("-01"))
    }

    @Test(arguments: [
        nil, "", "00", "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
    ])
    func `an invalid traceparent starts a new trace`(_ field: String?) {
        let trace = TraceContext(continuing: field, random: .seeded(1))
        #expect(trace.traceID.utf8.count == 32)
        #expect(trace.traceID != "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.field.hasSuffix("-00"))
    }
}
