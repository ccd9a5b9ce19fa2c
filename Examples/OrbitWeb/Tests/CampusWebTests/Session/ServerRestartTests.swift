import Auth
import Foundation
import OrbitApp
import OrbitModels
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) struct ServerRestartTests {
    private static let ended = "Your session has ended. Sign in again to go on."

    /// Calls a test with a browser in which a resident of the server is signed in.
    private func run(_ test: @escaping @Sendable (Browser, ReplaceableServer) async throws -> Void) async throws {
        let server = try await ReplaceableServer()
        let web = try await WebUnderTest { server.connect(&$0) }
        let email = try #require(server.residents.first).email
        try await web.run { open in
            let browser = open()
            try await browser.signIn(as: email)
            try await test(browser, server)
        }
    }

    @Test func `after a restart of the server, a signed-in browser continues without another sign-in`() async throws {
        try await run { browser, server in
            try await browser.get("/pokes")
            server.restart()
            // Pokes were loaded before, and meetups are loaded from the new process.
            for (path, heading) in [("/pokes", "Pokes"), ("/meetups", "Meetups")] {
                let page = try await browser.get(path)
                #expect(page.path == path && page.status == 200 && page.heading == heading)
                #expect(!page.html.contains("class=\"problem\""))
            }
        }
    }

    @Test func `after the server has lost its data, the next page is the sign-in with the reason`() async throws {
        try await run { browser, server in
            server.loseStore()
            let page = try await browser.get("/meetups")
            #expect(page.path.hasPrefix("/sign-in") && page.status == 200 && page.heading == "Sign in")
            #expect(page.html.contains(Self.ended))
            let next = try await browser.get("/")
            #expect(next.path.hasPrefix("/sign-in") && next.status == 200)
        }
    }

    @Test func `after the server has lost its data, a form leads to the sign-in, and a new sign-in works`() async throws
    {
        try await run { browser, server in
            try await browser.get("/settings/account")
            server.loseStore()
            let page = try await browser.submit("/settings/account/export")
            #expect(page.path.hasPrefix("/sign-in") && page.status == 200)
            #expect(page.html.contains(Self.ended))
            let email = try #require(server.residents.first).email
            try await browser.signIn(as: email)
            let profile = await browser.page
            #expect(profile.path == "/profile/edit/basic_info" && profile.status == 200)
        }
    }
}
