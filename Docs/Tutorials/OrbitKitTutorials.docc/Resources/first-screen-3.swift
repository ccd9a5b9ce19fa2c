import Auth
import Foundation
import NetworkingTesting
import OrbitApp
import OrbitDemo
import TimeAndChance

@main @MainActor struct FirstScreen {
    static func main() async throws {
        let monday = Date(timeIntervalSince1970: 1_789_391_400)
        let clock = VirtualClock.selfAdvancing(from: monday, upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)

        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock, random: .seeded(11)))
        await app.launch()

        app.auth.email = campus.residents[0].email
        await app.auth.sendCode()
        print(app.auth.authState)  // verification
    }
}
