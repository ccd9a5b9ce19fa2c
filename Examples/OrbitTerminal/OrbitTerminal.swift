import Auth
import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Profiles
import TimeAndChance

/// A front end for a terminal, over a campus in this process: `swift run orbit-terminal`, or pipe commands into it.
@main @MainActor struct OrbitTerminal {
    let app: AppModel
    let campus: DemoCampus
    let clock: VirtualClock

    static func main() async throws {
        let clock = VirtualClock.selfAdvancing(
            from: Date(timeIntervalSince1970: 1_789_391_400), upTo: .seconds(10))
        let campus = try await DemoCampus(people: 40, seed: 7, time: clock)
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock, random: .seeded(11)))
        await app.launch()
        print("Type the address \(campus.residents[0].email), then the code 123456.")
        await OrbitTerminal(app: app, campus: campus, clock: clock).run()
    }

    func run() async {
        let isPiped = isatty(STDIN_FILENO) == 0
        Task { if !isPiped { await follow { print(status) } } }  // until the program ends
        for await line in typedLines() {
            if isPiped { print("> \(line)") }
            if line == "quit" { return }
            let words = line.split(separator: " ", maxSplits: 1).map(String.init) + ["", ""]
            await perform(words[0], words[1])
            if isPiped { print(status) }  // in a terminal it is printed when it changes
        }
    }

    private func perform(_ command: String, _ rest: String) async {
        let people = app.discover.people.items.value ?? []
        let pokes = app.pokes.incoming.items.value ?? []
        let index = (Int(rest) ?? 0) - 1
        switch (app.route, command) {
        case (.auth, _): await signIn(with: command)
        case (.home, "people"):
            await app.discover.load()
            for (index, one) in (app.discover.people.items.value ?? []).prefix(5).enumerated() {
                print("\(index + 1)  \(one.person.profile.name). \(one.compatibility?.reasons.first?.phrase ?? "")")
            }
        case (.home, "poke") where people.indices.contains(index):
            let sheet = app.sheet(of: people[index])
            for photo in sheet.detail?.photos ?? [] { await show(photo, of: sheet.id) }
            let outcome = await sheet.connect(note: .coffee)
            print(outcome.failure.map { "! \($0.message)" } ?? Words.english(sheet.action))
        case (.home, "pokes"):
            await app.pokes.incoming.load()
            for (index, one) in (app.pokes.incoming.items.value ?? []).enumerated() {
                print("\(index + 1)  \(one.person.profile.name): “\(Words.english(one.poke.note))”")
            }
        case (.home, "accept") where pokes.indices.contains(index): await app.pokes.accept(pokes[index])
        case (.home, "bio"):
            app.editProfile()
            app.profile.draft.bio = rest
            await app.saveProfile()
            for message in app.profile.messages { print("! \(message)") }
        case (.home, "wait"):
            var acts: [CampusLife.Act] = []
            for _ in 0..<60 {
                clock.advance(by: .seconds(60))
                acts += await campus.life.run(until: clock.date)
            }
            let guests = acts.filter { $0.kind == .poked && $0.other == app.auth.userID }.map(\.person)
            await waitUntil { guests.allSatisfy { app.sheet(of: $0).action != .available } }  // the log tells it
            print("\(acts.count) things happened on campus.")
        default: print("people, poke N, pokes, accept N, bio TEXT, wait, quit")
        }
    }

    private func signIn(with typed: String) async {
        if typed.contains("@") { app.auth.email = typed } else { app.auth.verificationCode = typed }
        if typed.contains("@") { await app.auth.sendCode() } else { await app.verifyCode() }
        if let failure = app.auth.failure { print("! \(failure.message)") }
    }

    private func show(_ photo: Photo, of person: UserID) async {
        do {
            print("a photo of \(try await app.photos.photo(photo.id, of: person).count) bytes")
        } catch { print("! \(Failure(error).message)") }
    }

    private var status: String {
        let waiting = app.pokes.incoming.items.value.map { ", \($0.count) pokes waiting" } ?? ""
        return "[\(app.failure?.message ?? app.route.rawValue)\(waiting)]"
    }
}
