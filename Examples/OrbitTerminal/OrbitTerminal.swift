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
import Profiles
import TimeAndChance

/// A front end for a terminal, for a campus whose backend runs in this process or, with `--server URL`, on a server.
///
/// Start it with `swift run orbit-terminal`, or pipe commands into it.
@main @MainActor struct OrbitTerminal {
    let app: AppModel
    /// The campus in this process and its clock; `nil` on a server.
    let demonstration: (campus: DemoCampus, clock: VirtualClock)?
    let chat = ChatScreen()
    /// The time at which the clock of the campus in this process starts.
    private static let start = Date(timeIntervalSince1970: 1_789_391_400)

    static func main() async throws {
        do {
            if let server = try ServerOption.address(in: CommandLine.arguments.dropFirst()) {
                try await onServer(server).run()
            } else {
                try await inProcess().run()
            }
        } catch let error as ExampleError {
            error.endProcess()
        }
    }

    private static func inProcess() async throws -> OrbitTerminal {
        let clock = VirtualClock.selfAdvancing(from: start, upTo: .seconds(10))
        let campus = try await DemoCampus(people: 40, seed: 7, time: clock)
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock, random: .seeded(11)))
        await app.launch()
        print("Type the address \(campus.residents[0].email). Then type the code 123456.")
        return OrbitTerminal(app: app, demonstration: (campus: campus, clock: clock))
    }

    func run() async {
        let isPiped = isatty(STDIN_FILENO) == 0
        if !isPiped {
            Task { for await line in changes(of: { status }) { print(line) } }  // until the program ends
        }
        for await line in typedLines() {
            if isPiped { print("> \(line)") }
            if line == "quit" { return }
            let words = line.split(separator: " ", maxSplits: 1).map(String.init) + ["", ""]
            await perform(words[0], words[1])
            if isPiped { print(status) }  // in a terminal it is printed when it changes
        }
    }

    private func perform(_ command: String, _ rest: String) async {
        switch (app.route, app.user) {
        case (.auth, _): await signIn(with: command)
        case (.home, let user?): await perform(command, rest, as: user)
        case (.profileSetup, _): print("! This account has no profile yet. Fill it in with another front end.")
        default: print(Self.commands)
        }
    }

    private static let commands = """
        people    find people
        poke N    poke person N of the list
        pokes     read your pokes
        accept N  accept poke N of the list
        \(ChatScreen.commands)
        bio TEXT  change the text about you
        wait      let an hour pass
        quit      stop
        """

    private func perform(_ command: String, _ rest: String, as user: SignedInUser) async {
        let people = user.discover.people.items.value ?? []
        let pokes = user.pokes.incoming.items.value ?? []
        let index = (Int(rest) ?? 0) - 1
        switch command {
        case "people":
            await user.discover.load()
            for (index, one) in (user.discover.people.items.value ?? []).prefix(5).enumerated() {
                print("\(index + 1)  \(one.person.profile.name). \(one.compatibility?.reasons.first?.phrase ?? "")")
            }
        case "poke" where people.indices.contains(index):
            let sheet = user.sheet(of: people[index])
            for photo in sheet.detail?.photos ?? [] { await show(photo, of: sheet.id, to: user) }
            let outcome = await sheet.connect(note: .coffee)
            print(outcome.failure.map { "! \($0.message)" } ?? LocalizedStrings.english(sheet.action))
        case "pokes":
            await user.pokes.incoming.load()
            for (index, one) in (user.pokes.incoming.items.value ?? []).enumerated() {
                print("\(index + 1)  \(one.person.profile.name): “\(LocalizedStrings.english(one.poke.note))”")
            }
        case "accept" where pokes.indices.contains(index): await user.pokes.accept(pokes[index])
        case "bio":
            app.editProfile()
            user.profile.draft.bio = rest
            await app.saveProfile()
            for message in user.profile.messages { print("! \(message)") }
        case "wait":
            guard let demonstration else { return print("! On a server, time passes by itself.") }
            let (campus, clock) = demonstration
            // Ends at a whole hour since the start, so that pauses of the app do not change the acts of a run.
            let hours = (clock.date.timeIntervalSince(Self.start) / 3600).rounded() + 1
            let end = Self.start.addingTimeInterval(hours * 3600)
            var acts: [CampusLife.Act] = []
            while clock.date < end {
                clock.advance(by: .seconds(60))
                acts += await campus.life.run(until: min(clock.date, end))
            }
            await reconnect(user, by: clock)
            let pokeSenders = acts.filter { $0.kind == .poked && $0.other == app.auth.userID }.map(\.person)
            await waitUntil { pokeSenders.allSatisfy { user.sheet(of: $0).action != .available } }  // from the log
            print(acts.count == 1 ? "1 thing happened on campus." : "\(acts.count) things happened on campus.")
        default:
            if await chat.perform(command, rest, as: user) { return }
            print(Self.commands)
        }
    }

    /// Passes the pauses before the next attempts to connect. Each minute of `wait` can end the stream of events, and such
    /// a pause can be longer than the clock passes by itself.
    private func reconnect(_ user: SignedInUser, by clock: VirtualClock) async {
        while true {
            let state = user.connection
            switch state {
            case .waiting(let end): clock.advance(by: .seconds(max(0, end.timeIntervalSince(clock.date)) + 1))
            case .connecting: break
            case .live, .off, .unavailable: return
            }
            await waitUntil { user.connection != state }
        }
    }

    private func signIn(with typed: String) async {
        if typed.contains("@") { app.auth.email = typed } else { app.auth.verificationCode = typed }
        if typed.contains("@") { await app.auth.sendCode() } else { await app.verifyCode() }
        if let failure = app.auth.failure { print("! \(failure.message)") }
    }

    private func show(_ photo: Photo, of person: UserID, to user: SignedInUser) async {
        do {
            print("a photo of \(try await user.photos.photo(photo.id, of: person).count) bytes")
        } catch { print("! \(Failure(error).message)") }
    }

    private var status: String {
        let count = app.user?.pokes.incoming.items.value?.count
        let waiting = count.map { $0 == 1 ? ", 1 poke waiting" : ", \($0) pokes waiting" } ?? ""
        return "[\(app.failure?.message ?? app.route.rawValue)\(waiting)]"
    }
}
