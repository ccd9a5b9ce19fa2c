import ArgumentParser
import Foundation
import Networking
import TimeAndChance

/// Sends the same request repeatedly, with a given number in flight.
struct HTTPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http", abstract: "Call a server on this machine, such as serve.py.")

    enum Transport: String, ExpressibleByArgument, CaseIterable {
        /// `APIClient` over `SystemTransport`, with its deadline, retry budget and envelope. On Linux it uses libcurl.
        case system
        /// `APIClient` over `URLSessionTransport`.
        case session = "urlsession"
        /// ``RawClient``, for comparison.
        case raw = "raw-urlsession"
        /// `SystemTransport` alone, without JSON.
        case systemAlone = "system-alone"
        /// `URLSessionTransport` alone.
        case sessionAlone = "urlsession-alone"
    }

    @Argument(help: "The port of the server on 127.0.0.1.")
    var port: UInt16
    @Argument(help: "How many requests to send.")
    var requests: Int
    @Argument(help: "How many of them to have under way at once.")
    var inFlight: Int
    @Argument(help: "What to send them with.")
    var transport: Transport

    func validate() throws {
        guard requests > 0, inFlight > 0 else { throw ValidationError("Send at least one request.") }
    }

    func run() async throws {
        switch transport {
        case .system:
            try await measure(SystemTransport())
        case .session:
            try await measure(URLSessionTransport())
        case .raw:
            let raw = try RawClient(port: port)
            try await measure { try await raw.send().profile.name }
        case .systemAlone:
            try await measureAlone(SystemTransport())
        case .sessionAlone:
            try await measureAlone(URLSessionTransport())
        }
    }

    private func measureAlone(_ transport: any HTTPTransport) async throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)/users/me") else {
            throw UnexpectedInput("The address of the server is none.")
        }
        let request = HTTPRequest(method: .get, url: url)
        try await measure { "\(try await transport.send(request).body.count)" }
    }

    private func measure(_ transport: any HTTPTransport) async throws {
        let client = APIClient(server: try ServerAddress("http://127.0.0.1:\(port)"), transport: transport)
        let endpoint = Endpoint<ProfileAnswer>(Route(.get, "/users/me"))
        try await measure { try await client.send(endpoint).profile.name }
    }

    private func measure(_ send: @escaping @Sendable () async throws -> String) async throws {
        try await perform(max(inFlight, requests / 10), send)  // opens the connections, fills the caches
        let before = ResourceUsage.now.processorSeconds
        let clock = SystemClock()
        let start = clock.uptime
        let latencies = try await perform(requests, send).sorted()
        let seconds = (clock.uptime - start) / .seconds(1)
        let processor = ResourceUsage.now.processorSeconds - before
        var report = BenchmarkReport()
        report.add("impl", transport.rawValue)
        report.add("requests", latencies.count)
        report.add("inflight", inFlight)
        report.add("rps", Double(latencies.count) / seconds, digits: 0)
        report.add("cpu_us_per_req", processor / Double(latencies.count) * 1e6, digits: 1)
        report.add("p50_us", latencies[latencies.count / 2], digits: 0)
        report.add("p99_us", latencies[latencies.count * 99 / 100], digits: 0)
        report.print()
    }

    /// Returns the duration of each request, in microseconds.
    @discardableResult
    private func perform(
        _ requests: Int, _ send: @escaping @Sendable () async throws -> String
    ) async throws -> [Double] {
        let clock = SystemClock()
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for worker in 0..<inFlight {
                let share = requests / inFlight + (worker < requests % inFlight ? 1 : 0)
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(share)
                    for _ in 0..<share {
                        let start = clock.uptime
                        guard try await !send().isEmpty else { throw UnexpectedInput("The profile has no name.") }
                        latencies.append((clock.uptime - start) / .microseconds(1))
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
