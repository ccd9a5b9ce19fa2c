import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NetworkingTesting
import OrbitDemo
import OrbitModels
import TimeAndChance

@testable import CampusWeb

/// A front end over a seeded campus, on a virtual clock.
struct WebUnderTest: Sendable {
    static let origin = "http://127.0.0.1:8080"
    /// 2026-09-14, 09:10 in New York.
    private static let monday = Date(timeIntervalSince1970: 1_789_391_400)

    let world: DemoWorld
    let site: WebSite
    let server: WebServer

    /// Creates a front end.
    ///
    /// - Parameter configure: Changes the settings.
    init(_ configure: @Sendable (inout WebSettings) -> Void = { _ in }) async throws {
        let clock = VirtualClock.selfAdvancing(from: Self.monday, upTo: .seconds(10))
        world = try await DemoWorld.make(people: 24, over: clock)
        var settings = WebSettings.demonstration(world, random: .seeded(11))
        configure(&settings)
        site = await WebSite(settings: settings)
        var options = WebOptions()
        options.publicOrigin = Self.origin
        server = WebServer(
            site: site, options: options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The address of the first resident, who has pokes and matches.
    var email: String { world.campus.residents.first?.email ?? "" }

    /// Calls a test with a function that opens a browser.
    func run<Result: Sendable>(
        _ test: @escaping @Sendable (_ open: @escaping @Sendable () -> Browser) async throws -> Result
    ) async throws -> Result {
        try await server.application.test(.router) { client in
            try await test { Browser(client: client) }
        }
    }

    /// Calls a test with a browser in which the first resident is signed in.
    func runSignedIn<Result: Sendable>(
        _ test: @escaping @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let email = email
        return try await run { open in
            let browser = open()
            try await browser.signIn(as: email)
            return try await test(browser)
        }
    }
}
