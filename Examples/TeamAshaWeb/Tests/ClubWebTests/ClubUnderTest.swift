import AshaSandbox
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Networking
import NetworkingTesting
import TeamAshaApp
import TimeAndChance

@testable import ClubWeb

/// A front end over a sandbox of eight riders. The clock moves only when a test advances it.
struct ClubUnderTest: Sendable {
    private static let port = 8_090
    static let origin = "http://127.0.0.1:8090"

    let clock = VirtualClock()
    let sandbox: SandboxServer
    let site: ClubSite
    private let server: ClubServer

    /// Creates a front end.
    ///
    /// - Parameter configure: Changes the settings.
    init(_ configure: @Sendable (inout ClubSettings) -> Void = { _ in }) async throws {
        sandbox = SandboxServer(ClubSeason(riders: 8, seed: 3, now: clock.date), time: clock)
        var settings = try ClubSettings(server: sandbox, time: clock, random: .seeded(1))
        settings.environment.retry = .never
        configure(&settings)
        site = await ClubSite(settings: settings)
        server = ClubServer(
            site: site, port: Self.port, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Calls a test with a function that opens a browser.
    func run<Result: Sendable>(
        _ test: @escaping @Sendable (_ open: @escaping @Sendable () -> RiderBrowser) async throws -> Result
    ) async throws -> Result {
        try await server.application.test(.router) { client in
            try await test { RiderBrowser(client: client) }
        }
    }

    /// Calls a test with a browser in which Maya is signed in.
    func runSignedIn<Result: Sendable>(
        _ test: @escaping @Sendable (RiderBrowser) async throws -> Result
    ) async throws -> Result {
        try await run { open in
            let browser = open()
            try await browser.signIn()
            return try await test(browser)
        }
    }

    /// Waits until the welcome screen of a session says why the session has ended.
    @MainActor func waitForNotice(_ id: String?) async {
        await waitUntil { site.sessions.session(id)?.app.welcome.notice != nil }
    }
}
