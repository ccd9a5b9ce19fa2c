import Auth
import Foundation
import NetworkingTesting
import OrbitApp
import OrbitDemo
import TimeAndChance

@main @MainActor struct FrontEnd {
    let app: AppModel

    static func main() async throws {
        let monday = Date(timeIntervalSince1970: 1_789_391_400)
        let clock = VirtualClock.selfAdvancing(from: monday, upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock, random: .seeded(11)))
        await app.launch()
        await FrontEnd(app: app).run()
    }

    func run() async {
        draw()
        for await line in typedLines() {
            if line == "quit" { return }
            await perform(line)
            draw()
        }
    }

    /// Performs a command. The route determines the meaning of a line.
    func perform(_ line: String) async {
        switch app.route {
        case .auth: await signIn(line)
        default: break
        }
    }

    func signIn(_ typed: String) async {
        if app.auth.authState == .emailEntry {
            app.auth.email = typed
            await app.auth.sendCode()
        } else {
            app.auth.verificationCode = typed
            await app.verifyCode()
        }
        if let failure = app.auth.failure { print("! \(failure.message)") }
    }

    /// Prints the present route. Without a `default`, the compiler finds a missing route.
    func draw() {
        switch app.route {
        case .launching: print("One moment.")
        case .auth: print(app.auth.authState == .emailEntry ? "Type your address." : "Type the code.")
        case .locked, .arriving: print(app.failure?.message ?? "One moment.")
        case .profileSetup, .profileEdit: print("This program has no form for profiles. Use orbit-terminal.")
        case .home: print("You are signed in.")
        }
    }
}

/// Returns the typed lines. A task off the main actor reads them, so that the app runs meanwhile.
func typedLines() -> AsyncStream<String> {
    AsyncStream { lines in
        Task.detached {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}
