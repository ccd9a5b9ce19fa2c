import CoreMetrics
import TimeAndChance

/// A factory of swift-metrics whose values are read in the Prometheus text format.
package final class PrometheusRegistry: MetricsFactory {
    /// The kind of a metric.
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    private struct Metric {
        let kind: Kind
        var series: [String: PrometheusSeries] = [:]
    }

    private let metrics = LockedState<[String: Metric]>([:])

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label + "_total", .counter, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label + "_total", .counter, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, .gauge, dimensions)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, .histogram, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label + "_seconds", .histogram, dimensions)
    }

    // Prometheus expects that a series never disappears, so nothing is destroyed.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// All metrics in the Prometheus text format, sorted by name and labels.
    package var text: String {
        let metrics = metrics.withLock { $0 }
        return metrics.sorted { $0.key < $1.key }.flatMap { name, metric in
            ["# TYPE \(name) \(metric.kind.rawValue)"]
                + metric.series.sorted { $0.key < $1.key }.flatMap { labels, series in
                    series.lines(name, metric.kind, labels: labels)
                }
        }
        .map { $0 + "\n" }.joined()
    }

    private func series(_ label: String, _ kind: Kind, _ dimensions: [(String, String)]) -> PrometheusSeries {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return metrics.withLock { metrics in
            if let series = metrics[name]?.series[labels] { return series }
            let series = PrometheusSeries()
            metrics[name, default: Metric(kind: kind)].series[labels] = series
            return series
        }
    }

    /// Returns a name in which every character that Prometheus does not allow is an underscore.
    private static func name(_ label: String) -> String {
        String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ value: String) -> String {
        String(
            value.flatMap { character -> String in
                switch character {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "\n": "\\n"
                default: String(character)
                }
            })
    }
}
