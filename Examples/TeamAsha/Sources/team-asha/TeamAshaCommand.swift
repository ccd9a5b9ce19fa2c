import AshaSandbox
import AshaTerminal
import Auth
import Drawing
import Foundation
import Networking
import NetworkingTesting
import Presentation
import TeamAshaApp
import TimeAndChance

/// The app of Team Asha in a terminal, with the server of the sandbox in the same process.
///
/// Start it with `swift run team-asha`, or pipe commands into it. The commands `server up|down|slow|html` and
/// `wait MINUTES` change the surroundings. `team-asha measure` prints the durations of the rules, and fails if one exceeds
/// its limit.
@main @MainActor struct TeamAshaCommand {
    /// The present time of the demonstration: 2026-09-01 at 18:00 in UTC.
    private static let start = Date(timeIntervalSince1970: 1_788_285_600)

    /// The identity of the sandbox, in place of a sheet of Google's SDK.
    private struct SandboxIdentity: IdentityTokenSource {
        func identityToken() async throws -> IdentityToken { SandboxServer.identityToken }
    }

    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "measure" { exit(Measurements.run() ? 0 : 1) }
        let clock = VirtualClock.selfAdvancing(from: start, upTo: .seconds(10))
        let server = SandboxServer(ClubSeason(seed: 12, now: start), time: clock) {
            () async throws(CancellationError) in
            // The deadline of the request sleeps for 30 seconds, and the app gives up at its end. The automatic logout of
            // a signed-in rider sleeps for longer.
            let isSignedIn = clock.pendingSleeps.contains { $0 > .seconds(30) }
            await clock.waitForSleepers(atLeast: isSignedIn ? 2 : 1)
            clock.advance(by: .seconds(30))
            try await clock.sleep(for: .seconds(120))
        }
        var environment = TeamAshaEnvironment(
            server: try ServerAddress("https://team-asha.example"), transport: server, tokens: MemoryTokenStore(),
            time: clock, random: .seeded(12))
        environment.isSandbox = true
        environment.identity = SandboxIdentity()
        let app = TeamAshaModel(environment)
        await app.launch()
        await run(app, server: server, clock: clock)
    }

    private static func run(_ app: TeamAshaModel, server: SandboxServer, clock: VirtualClock) async {
        let terminal = ClubTerminal(app)
        let isPiped = isatty(STDOUT_FILENO) == 0
        print("Type “demo maya@example.org” to sign in, and “help” for the commands.")
        for await line in typedLines() {
            if isPiped { print("> \(line)") }
            let words = line.split(separator: " ").map(String.init) + ["", ""]
            switch words[0] {
            case "quit": return
            case "server":
                if let condition = SandboxServer.Condition(rawValue: words[1]) { await server.set(condition) }
            case "wait":
                clock.advance(by: .seconds(60 * min(max(Int(words[1]) ?? 0, 0), 10_000)))
                if app.inactivity.state == .expired { await waitUntil { app.club == nil && app.welcome.notice != nil } }
            default:
                let lines = await terminal.perform(line)
                for text in lines.drawn(in: isPiped ? .plain : .indexed) { print(text) }
            }
            print(terminal.status)
        }
    }

    /// Returns the typed lines. A task off the main actor reads them, so that the app runs meanwhile.
    private static func typedLines() -> AsyncStream<String> {
        AsyncStream { lines in
            Task.detached {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}
