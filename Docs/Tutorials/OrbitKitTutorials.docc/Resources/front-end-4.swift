import Auth
import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import TimeAndChance

@main @MainActor struct FrontEnd {
    let app: AppModel

    static func main() async throws {
        if let address = CommandLine.arguments.dropFirst().first { return try await run(on: address) }
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

    /// Runs the front end of a real server, such as `http://127.0.0.1:8080/api`.
    static func run(on address: String) async throws {
        guard let server = try? ServerAddress(address) else {
            return print("Use an address such as http://127.0.0.1:8080/api")
        }
        let app = AppModel(
            AppEnvironment(server: server, transport: SystemTransport(), tokens: MemoryTokenStore()))
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
        switch (app.route, app.user) {
        case (.auth, _): await signIn(line)
        case (.home, let user?): await perform(line, as: user)
        default: break
        }
    }

    func perform(_ line: String, as user: SignedInUser) async {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init) + ["", ""]
        let index = (Int(words[1]) ?? 0) - 1
        switch words[0] {
        case "people":
            await user.discover.load()
            if let failure = user.discover.people.items.failure { print("! \(failure.message)") }
            for (index, one) in people(of: user).enumerated() { print("\(index + 1)  \(one.person.profile.name)") }
        case "poke" where people(of: user).indices.contains(index):
            let sheet = user.sheet(of: people(of: user)[index])
            let outcome = await sheet.connect(note: .coffee)
            print(outcome.failure.map { "! \($0.message)" } ?? LocalizedStrings.english(sheet.action))
        default: print("Commands: people, poke N, quit")
        }
    }

    /// The people that the screen shows, and that `poke` counts.
    func people(of user: SignedInUser) -> [Suggestion] { Array(user.discover.people.known.prefix(3)) }

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
