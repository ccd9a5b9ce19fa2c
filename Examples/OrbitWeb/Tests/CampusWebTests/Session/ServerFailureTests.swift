import Foundation
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) struct ServerFailureTests {
    private let isDown = LockedState(false)

    @Test func `while the server does not respond, a page shows its failure, and the same session continues later`()
        async throws
    {
        let isDown = isDown
        let web = try await WebUnderTest.interruptible(by: isDown)
        let email = web.email
        try await web.run { open in
            let browser = open()
            try await browser.signIn(as: email)
            isDown.withLock { $0 = true }
            let failed = try await browser.get("/meetups")
            #expect(failed.status == 200 && failed.heading == "Meetups")
            #expect(failed.html.contains("class=\"problem\""))
            isDown.withLock { $0 = false }
            let shown = try await browser.get("/meetups")
            #expect(shown.status == 200 && shown.heading == "Meetups")
            #expect(!shown.html.contains("class=\"problem\""))
        }
    }

    @Test func `a form that cannot reach the server keeps its text and says why`() async throws {
        let isDown = isDown
        let web = try await WebUnderTest.interruptible(by: isDown)
        try await web.run { open in
            let browser = open()
            try await browser.get("/sign-in")
            isDown.withLock { $0 = true }
            let page = try await browser.submit("/sign-in/address", [("email", "maya@orbit.example")])
            #expect(page.status == 200 && page.path == "/sign-in")
            #expect(page.html.contains("maya@orbit.example") && page.html.contains("class=\"problem\""))
            isDown.withLock { $0 = false }
            let next = try await browser.submit("/sign-in/address", [("email", "maya@orbit.example")])
            #expect(next.formActions.contains("/sign-in/code"))
        }
    }

    @Test func `the session 1,001 gets 503 with a retry time, and a session in use continues`() async throws {
        let web = try await WebUnderTest()
        let site = web.site
        var first: String?
        for number in 0..<1_000 {
            let session = try await site.sessions.makeSession(language: .english, at: "192.0.2.\(number % 250)")
            let id = await session.id
            first = first ?? id
        }
        #expect(await site.sessions.count == 1_000)
        let refused = await site.respond(to: PageRequest(method: .get, path: "/sign-in"))
        #expect(refused.status == 503)
        #expect(refused.headers.contains { $0.name == "retry-after" && $0.value == "\(WebSite.retryAfter)" })
        #expect(refused.newSessionID == nil)
        let known = await site.respond(to: PageRequest(method: .get, path: "/sign-in", sessionID: first))
        #expect(known.status == 200)
    }
}
