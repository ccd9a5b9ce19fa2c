import Auth
import Foundation
import OrbitApp
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

    @Test func `1,000 visits from five addresses leave half of the sessions to users, and a visitor gets a page`()
        async throws
    {
        let web = try await WebUnderTest()
        let site = web.site
        for number in 0..<1_000 {
            _ = try await site.sessions.makeSession(language: .english, at: "192.0.2.\(number % 5)")
        }
        #expect(await site.sessions.count == 500)
        let shown = await site.respond(to: PageRequest(method: .get, path: "/sign-in", address: "192.0.2.9"))
        #expect(shown.status == 200 && shown.newSessionID != nil)
        #expect(await site.sessions.count == 500)
    }

    @Test @MainActor
    func `while users use all sessions, a visitor gets 503 with a retry time, and the users continue`() async throws {
        let web = try await WebUnderTest { $0.maxSessions = 1 }
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        await session.signIn(as: web.email)
        web.site.sessions.renew(session)
        session.noteUser()
        // A session with an open stream is in use.
        let stream = PageStream(of: session, tabs: [], site: web.site.site)
        let refused = await web.site.respond(to: PageRequest(method: .get, path: "/sign-in"))
        #expect(refused.status == 503)
        #expect(refused.headers.contains { $0.name == "retry-after" && $0.value == "\(WebSite.retryAfter)" })
        #expect(refused.newSessionID == nil)
        let known = await web.site.respond(to: PageRequest(method: .get, path: "/matches", sessionID: session.id))
        #expect(known.status == 200)
        stream.end()
    }
}
