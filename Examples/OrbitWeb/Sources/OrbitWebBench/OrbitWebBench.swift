import ArgumentParser
import CampusWeb
import Foundation

/// `orbit-web-bench`: prints the costs of sessions and pages as one line of JSON.
@main struct OrbitWebBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orbit-web-bench", abstract: "Measures the front end for browsers.",
        discussion: "Docs/performance.md describes the figures.")

    @Option(help: "The number of browsers that only follow their stream.") var quiet = 500
    @Option(help: "The number of further browsers that load a page every second.") var active = 100

    func run() async throws {
        let figures = try await WebMeasurement.run(quiet: quiet, active: active)
        let rounded = figures.mapValues { ($0 * 1_000).rounded() / 1_000 }
        let json = try JSONSerialization.data(withJSONObject: rounded, options: [.sortedKeys, .withoutEscapingSlashes])
        print(String(decoding: json, as: UTF8.self))
    }
}
