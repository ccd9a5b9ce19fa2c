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
        FrontEnd(app: app).draw()
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
