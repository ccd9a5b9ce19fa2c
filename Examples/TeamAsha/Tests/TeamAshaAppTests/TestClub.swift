import AshaSandbox
import Auth
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import TimeAndChance

@testable import TeamAshaApp

/// A sandbox with eight riders and the environment of an app for it. The clock moves only when a test advances it.
@MainActor final class TestClub {
    let clock = VirtualClock()
    let server: SandboxServer
    var environment: TeamAshaEnvironment

    init() throws {
        server = SandboxServer(ClubSeason(riders: 8, seed: 3, now: clock.date), time: clock)
        environment = TeamAshaEnvironment(
            server: try ServerAddress("https://team-asha.example"), transport: server, tokens: MemoryTokenStore(),
            time: clock, random: .seeded(1))
        environment.isSandbox = true
        environment.retry = .never
    }

    /// Returns an app that has read the stored session.
    func launched() async -> TeamAshaModel {
        let app = TeamAshaModel(environment)
        await app.launch()
        return app
    }

    /// Returns an app whose rider is `r1`, Asha Rao.
    func signedIn() async throws -> (app: TeamAshaModel, club: SignedInClub) {
        let app = await launched()
        app.welcome.email = "asha@example.org"
        await app.welcome.demoLogin()
        guard let club = app.club else { throw app.welcome.failure ?? Failure(message: "no session") }
        return (app, club)
    }

    /// Returns the methods, paths and queries of all requests so far.
    func targets() async -> [String] { await server.requests.map(\.target) }
}

extension HTTPRequest {
    /// The method, the path and the query, such as `GET /leaderboard?season=2027`.
    var target: String { "\(method) \(url.path())\(url.query().map { "?\($0)" } ?? "")" }
}

/// A session of the rider `r1` over a script of responses.
@MainActor struct ScriptedClub {
    let clock: VirtualClock
    let context: ClubContext

    init(
        _ transport: any HTTPTransport, clock: VirtualClock = VirtualClock(), sources: [any ActivitySource] = []
    ) throws {
        self.clock = clock
        context = ClubContext(
            me: "r1", client: try .scripted(transport, time: clock), log: EventLog(time: clock, random: .seeded(1)),
            library: ActivityLibrary(sources))
    }
}

extension HTTPResponse {
    /// Returns a response with a JSON text in a success envelope.
    static func json(_ data: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders(lenient: [("content-type", "application/json")]),
            body: Data(#"{"success": true, "data": \#(data)}"#.utf8))
    }

    /// The page of a network that asks for a sign-in.
    static let portal = HTTPResponse(
        status: 200, headers: HTTPHeaders(lenient: [("content-type", "text/html")]),
        body: Data("<html><body>Welcome to the train</body></html>".utf8))
}

/// A private directory that is removed with the value.
final class TestFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "team-asha-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A folder that remains is in the temporary directory of the system.
        try? FileManager.default.removeItem(at: url)
    }

    var directory: PrivateDirectory { PrivateDirectory("club", under: url.path()) }
}
