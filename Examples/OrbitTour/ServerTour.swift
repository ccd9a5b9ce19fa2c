import Auth
import DurableFiles
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import TimeAndChance

extension OrbitTour {
    /// Plays the story on a server that was started with `orbit-server --demo`.
    ///
    /// The app differs from the app in this process in its transport and its clock, and in keys that no earlier run has
    /// used.
    @MainActor static func run(on server: ServerAddress) async throws {
        let transport = SystemTransport()
        try await ServerOption.check(server, over: transport)

        let time = SystemClock()
        let network = FaultInjectingTransport(transport, plan: .none, time: time)
        let log = RequestLog(network)
        let folder = try TemporaryFolder()
        let directory = PrivateDirectory(".orbit", under: folder.path)
        let environment = AppEnvironment(
            server: server,
            transport: log,
            tokens: FileTokenStore(in: directory, time: time),
            directory: directory,
            registry: CampusSeed.registry,
            zone: CampusSeed.timeZone,
            deviceZone: { CampusSeed.timeZone },
            time: time)
        let journey = Journey(
            environment: environment, campus: nil, network: network, log: log, otherNetwork: transport,
            narrator: Narrator())
        try await journey.runOnServer()
    }
}

extension Journey {
    /// The code that a server of `--demo` accepts for every address.
    static let demonstrationCode = "123456"

    /// Plays the chapters that need neither another time nor the inside of the backend.
    func runOnServer() async throws {
        narrator.title("OrbitKit: from an address to a meeting")
        narrator.say(
            "The app runs in this process, and the campus on a server. The clock is real. So the tour ends before the "
                + "meeting, and leaves out the ratings that follow. The report and the block are left out as well, because a "
                + "demonstration has no moderator.")
        narrator.show("server", environment.server.description)
        await launch()
        await mistypeTheAddress()
        await askForTheCode()
        await mistypeTheCode()
        await signIn()
        try require(.profileSetup)
        await beginTheProfile()
        try await restart()
        await completeTheProfile()
        try require(.home)
        try await signUpAnother()
        await meetPeople()
        try seeTheSolarSystem()
        try await poke()
        try await answer()
        try await meetTheMatch()
        await findTime()
        guard meetup != nil else { throw ExampleError("The server has not created the meetup.") }
        try await askAndApprove()
        try await lookAround()
        try seeTheMonth()
        try await beReminded()
        try await eraseAccounts()
        narrator.rule()
    }

    /// Throws an error unless the app is on a route.
    private func require(_ route: AppRoute) throws {
        guard app.route != route else { return }
        let failure = app.auth.failure ?? app.failure ?? app.user?.profile.failure
        throw ExampleError("\(failure?.message ?? "The step failed.") The tour needs a server with --demo.")
    }

    /// Signs up a second person, whose answers resemble those of the first.
    private func signUpAnother() async throws {
        narrator.step(9, "Another person signs up", by: "Auth · Profiles")
        guard var answers = app.user?.profile.saved.value?.profile else { return }
        answers.name = "Robin Vale"
        answers.bio = "I know a quiet cafe."
        answers.interests = Array(answers.interests.dropLast())
        let phone = try await signedIn(as: "robin\(addressSuffix)@orbit.example")
        guard let form = phone.user?.profile else { return }
        form.draft = answers
        await phone.saveProfile()
        guard phone.route == .home else {
            throw ExampleError(form.failure?.message ?? "The server has not saved the second profile.")
        }
        otherPhone = phone
        narrator.show("typed", phone.auth.email)
        narrator.show("name", answers.name)
        narrator.show("route", phone.route.rawValue)
        narrator.say("The second phone has a session and a stream of events of its own.")
    }

    /// Erases both accounts, so that the next run finds the same campus.
    private func eraseAccounts() async throws {
        narrator.step(20, "Leaving without a trace", by: "OrbitApp · OrbitBackend")
        let phones: [(label: String, app: AppModel?)] = [("there", otherPhone), ("here", app)]
        for (label, phone) in phones {
            guard let phone, let account = phone.user?.account, let mine = phone.user?.profile.saved.value
            else { continue }
            account.confirmation = mine.email
            let outcome = try await phone.eraseAccount()
            guard outcome == .done else {
                throw ExampleError(outcome.failure?.message ?? "The server has not erased \(mine.email).")
            }
            narrator.show(label, "the account is erased, route \(phone.route.rawValue)")
        }
        narrator.say("The server deletes both profiles with their match, and cancels the meetup.")
    }
}
