import Auth
import Connections
import Foundation
import Matching
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
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
        app.auth.verificationCode = "123456"
        await app.verifyCode()
        guard let user = app.user else { return print(app.auth.failure?.message ?? "There is no session.") }

        await user.discover.load()
        print(page(of: user.discover.people.items))

        await user.pokes.incoming.load()
        for await count in changes(of: { user.pokes.incoming.known.count }) {
            print("Waiting pokes: \(count)")
            guard let poke = user.pokes.incoming.known.first else { break }
            await user.pokes.accept(poke)
        }
        print("The last new match is \(user.pokes.newMatch?.partnerName ?? "nobody").")
    }

    /// Returns the text of the screen. The compiler checks that no state is forgotten.
    static func page(of people: LoadState<[Suggestion]>) -> String {
        switch people {
        case .idle, .loading(previous: nil): "Loading…"
        case .empty: "No new people today."
        case .loaded(let people), .loading(previous: let people?): rows(people)
        case .failed(let failure, previous: let people): "! \(failure.message)\n\(rows(people ?? []))"
        }
    }

    static func rows(_ people: [Suggestion]) -> String {
        people.bestFirst.prefix(3).map { one in
            "\(one.person.profile.name): \(one.compatibility?.reasons.first?.phrase ?? "")"
        }.joined(separator: "\n")
    }
}
