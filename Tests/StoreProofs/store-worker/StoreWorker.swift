import BackendRuntime
import Foundation
import OrbitBackend
import OrbitDemo
import OrbitStore
import PostgreSQLStore
import SQLiteStore
import TimeAndChance

/// A backend on a database that the proofs kill: `store-worker sqlite|postgresql PLACE [SECONDS]`.
///
/// It exchanges lines of JSON through pipes. Its clock can be ahead of the system's clock by the given seconds.
@main struct StoreWorker {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(64) }
        let clock = ClockAhead(seconds: arguments.count > 3 ? Double(arguments[3]) ?? 0 : 0)
        let output = LineOutput()
        var configuration = OrbitBackend.Configuration.demonstration(mailTransport: {
            output.write(Line.Response(mail: $0))
        })
        configuration.codesPerOrigin = 1_000_000
        let store: any BackendStore
        switch arguments[1] {
        case "sqlite": store = try SQLiteStore(path: arguments[2], time: clock)
        case "postgresql": store = try await PostgreSQLStore(arguments[2])
        default: exit(64)
        }
        let server = PipeServer(
            backend: OrbitBackend(store: store, time: clock, configuration: configuration), store: store, clock: clock,
            output: output)
        output.write(Line.Response(id: 0))
        await withDiscardingTaskGroup { group in
            group.addTask { await server.backend.work() }
            for await line in Line.input() { group.addTask { await server.respond(to: line) } }
            group.cancelAll()
        }
    }
}

/// The system's clock, ahead by a number of seconds.
struct ClockAhead: TimeSource {
    let seconds: Double
    private let clock = SystemClock()

    var date: Date { clock.date.addingTimeInterval(seconds) }
    var uptime: Duration { clock.uptime }

    init(seconds: Double) { self.seconds = seconds }

    func sleep(for duration: Duration) async throws(CancellationError) { try await clock.sleep(for: duration) }
}
