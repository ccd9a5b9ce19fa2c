import CoreMetrics
import TimeAndChance

/// The values of one metric with one set of labels.
final class PrometheusSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    /// The upper limits of the buckets of a histogram, in seconds.
    static let buckets: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct State {
        var value: Double = 0
        var count = 0
        var sum: Double = 0
        /// The number of values in each bucket, without the values of smaller buckets.
        var counts = [Int](repeating: 0, count: PrometheusSeries.buckets.count)
    }

    private let state = LockedState(State())

    func increment(by amount: Int64) { state.withLock { $0.value += Double(amount) } }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { state.withLock { $0.value -= amount } }
    func set(_ value: Int64) { state.withLock { $0.value = Double(value) } }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { state.withLock { $0 = State() } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        state.withLock { state in
            state.count += 1
            state.sum += value
            if let index = Self.buckets.firstIndex(where: { value <= $0 }) { state.counts[index] += 1 }
        }
    }

    /// Returns the lines of the Prometheus text format.
    ///
    /// - Parameters:
    ///   - name: The name of the metric.
    ///   - kind: The kind of the metric.
    ///   - labels: The labels, such as `route="/api/pokes"`, or an empty text.
    func lines(_ name: String, _ kind: PrometheusRegistry.Kind, labels: String) -> [String] {
        let state = state.withLock { $0 }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        guard kind == .histogram else { return ["\(name)\(braces) \(state.value)"] }
        let prefix = labels.isEmpty ? "" : labels + ","
        var lines: [String] = []
        var total = 0
        for (limit, count) in zip(Self.buckets, state.counts) {
            total += count
            lines.append("\(name)_bucket{\(prefix)le=\"\(limit)\"} \(total)")
        }
        lines.append("\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)")
        return lines + ["\(name)_sum\(braces) \(state.sum)", "\(name)_count\(braces) \(state.count)"]
    }
}
