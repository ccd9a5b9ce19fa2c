import Foundation
import OrbitBackend
import TimeAndChance

/// The metrics of the jobs and scheduled work that wait for a server. They are read from the store at most once in
/// ``interval``, however often `/metrics` is requested.
actor WorkMetrics {
    /// The minimum time between two reads of the store.
    static let interval: Duration = .seconds(5)

    private let backend: OrbitBackend
    private let metrics: ServerMetrics
    private let time: any TimeSource
    private var next: Duration?

    init(backend: OrbitBackend, metrics: ServerMetrics, time: any TimeSource) {
        (self.backend, self.metrics, self.time) = (backend, metrics, time)
    }

    /// Reads and sets the metrics, unless they were read in the last seconds. If the store fails, the last values
    /// remain, and `orbit_store_calls_total` counts the failure.
    func update() async {
        guard next.map({ $0 <= time.uptime }) ?? true else { return }
        // Set before the read, so that requests during the read do not start another.
        next = time.uptime + Self.interval
        guard let work = try? await backend.pendingWork() else { return }  // counted by the measured store
        set(work.jobs, "orbit_jobs_pending", age: "orbit_jobs_oldest_seconds")
        set(work.scheduled, "orbit_scheduled_due", age: "orbit_scheduled_oldest_seconds")
    }

    private func set(_ queue: PendingWork.Queue, _ count: String, age: String) {
        metrics.set(count, queue.count)
        metrics.set(age, queue.oldest.map { max(0, Int(time.date.timeIntervalSince($0))) } ?? 0)
    }
}
