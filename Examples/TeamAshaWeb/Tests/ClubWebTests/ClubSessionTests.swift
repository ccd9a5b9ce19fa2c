import Foundation
import NetworkingTesting
import PagePartsTesting
import Testing

@testable import ClubWeb

@Suite struct ClubSessionTests {
    @Test func `a rider signs in and out, and the old session id leads to no session`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let browser = open()
            let home = try await browser.submit("/sign-in", [("email", "maya@example.org")])
            #expect(home.path == "/dashboard" && home.html.contains("<bdi>Maya Iyer</bdi>"))
            let id = await browser.sessionID
            let welcome = try await browser.submit("/sign-out", [("from", "/")])
            #expect(welcome.path == "/sign-in")
            let other = open()
            await other.plant(id)
            #expect(try await other.get("/dashboard").path == "/sign-in")
        }
    }

    @Test func `a failed sign-in keeps the typed address and says why`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let browser = open()
            let failed = try await browser.submit("/sign-in", [("email", "\"><script>")])
            #expect(failed.path == "/sign-in" && failed.html.contains("class=\"problem\""))
            #expect(failed.html.contains("value=\"&quot;&gt;&lt;script&gt;\""))
            #expect(MarkupCheck.fault(in: failed.html) == nil)
            let home = try await browser.submit("/sign-in", [("email", "asha@example.org")])
            #expect(home.html.contains("<bdi>Asha Rao</bdi>"))
        }
    }

    @Test func `a planted session id is not adopted, and a sign-in gets another id`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let browser = open()
            let planted = String(repeating: "a", count: 64)
            await browser.plant(planted)
            try await browser.submit("/sign-in", [("email", "no address")])
            let before = await browser.sessionID
            #expect(before != planted && before?.count == 64)
            try await browser.signIn()
            let after = await browser.sessionID
            #expect(after != before && after?.count == 64)
            let attacker = open()
            await attacker.plant(before)
            #expect(try await attacker.get("/dashboard").path == "/sign-in")
        }
    }

    @Test func `two browsers have riders of their own`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let (first, second) = (open(), open())
            try await first.signIn(as: "maya@example.org")
            try await second.signIn(as: "asha@example.org")
            #expect(try await first.get("/dashboard").html.contains("<h1><bdi>Maya Iyer</bdi></h1>"))
            #expect(try await second.get("/dashboard").html.contains("<h1><bdi>Asha Rao</bdi></h1>"))
            try await second.submit("/sign-out")
            #expect(try await first.get("/dashboard").path == "/dashboard")
        }
    }

    @Test func `at the maximum, a sign-in replaces a session without a rider, and riders keep their sessions`()
        async throws
    {
        let web = try await ClubUnderTest { $0.maxSessions = 2 }
        try await web.run { open in
            let (rider, stranger, next, last) = (open(), open(), open(), open())
            try await rider.signIn()
            try await stranger.submit("/sign-in", [("email", "no address")])
            try await next.signIn(as: "asha@example.org")
            #expect(await web.site.sessions.count == 2)
            let refused = try await last.post("/sign-in", [("email", "bjorn@example.org")])
            #expect(refused.status == 503 && refused.headers["retry-after"] == "60")
            #expect(try await rider.get("/dashboard").path == "/dashboard")
            #expect(try await next.get("/dashboard").path == "/dashboard")
        }
    }
}

@Suite struct InactivityPageTests {
    @Test func `each page leads to the warning a second after it begins`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/rides?q=a")
            #expect(page.headers["refresh"] == "841; url=/still-there?from=%2Frides%3Fq%3Da")
        }
    }

    @Test func `the warning does not postpone the logout, and its button does`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            web.clock.advance(by: .seconds(850))
            for _ in 0..<2 {
                let warning = try await browser.get("/still-there?from=%2Frides")
                #expect(warning.html.contains("You will be signed out in 50 s."))
                #expect(warning.headers["refresh"] == "51; url=/still-there?from=%2Frides")
            }
            #expect(try await browser.submit("/stay", [("from", "/rides")]).path == "/rides")
            web.clock.advance(by: .seconds(839))
            #expect(try await browser.get("/still-there").html.contains("You are signed in."))
        }
    }

    @Test func `a rider who does not return is signed out, and the sign-in says why`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let id = await browser.sessionID
            web.clock.advance(by: .seconds(900))
            #expect(try await browser.get("/dashboard").path == "/sign-in")
            await web.waitForNotice(id)
            let page = try await browser.get("/sign-in")
            #expect(page.html.contains("You were signed out because you have not used the app for a while."))
        }
    }
}
