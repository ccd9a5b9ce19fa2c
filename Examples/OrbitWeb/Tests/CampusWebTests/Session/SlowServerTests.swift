import Foundation
import NetworkingTesting
import OrbitDemo
import OrbitModels
import PageParts
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) struct SlowServerTests {
    @Test func `a page whose request gets no response shows the failure at its deadline, and can be tried again`()
        async throws
    {
        let server = StalledServer()
        let web = try await WebUnderTest { server.connect(&$0) }
        let clock = web.world.clock
        try await web.runSignedIn { browser in
            server.stall("/meetups")
            async let page = browser.get("/meetups")
            await server.waitForRequest()
            server.passDeadline(on: clock)
            let failed = try await page
            #expect(failed.status == 200 && failed.heading == "Meetups")
            let found = try #require(failed.region("found"))
            #expect(found.contains("class=\"problem\"") && found.contains("href=\"/meetups\">Try again"))
            #expect(failed.region("mine")?.contains("class=\"problem\"") == false)
            server.recover()
            let shown = try await browser.get("/meetups")
            #expect(shown.region("found")?.contains("class=\"problem\"") == false)
        }
    }

    @Test func `while a request of one browser gets no response, pages of other browsers are not delayed`() async throws
    {
        let server = StalledServer()
        let web = try await WebUnderTest { server.connect(&$0) }
        let (clock, residents) = (web.world.clock, web.world.campus.residents)
        try await web.run { open in
            let (waiting, other) = (open(), open())
            try await waiting.signIn(as: residents[0].email)
            try await other.signIn(as: residents[6].email)
            server.stall("/meetups")
            async let page = waiting.get("/meetups")
            await server.waitForRequest()
            // The deadline of the waiting page passes only below, so these pages do not wait for it.
            let pokes = try await other.get("/pokes")
            #expect(pokes.status == 200 && pokes.heading == "Pokes")
            let stranger = try await open().get("/sign-in")
            #expect(stranger.status == 200 && stranger.heading == "Sign in")
            server.passDeadline(on: clock)
            let failed = try await page
            #expect(failed.status == 200 && failed.heading == "Meetups")
        }
    }

    @Test @MainActor func `a page whose loads together take too long is shown with what is loaded`() async throws {
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let page = SitePage(
            "/slow",
            load: { _ in
                begin.yield()
                await TestWait.untilCancelled()
                return nil
            }, screen: { _ in PageScreen("Slow", content: "<p></p>") })
        let world = try await DemoWorld.make(people: 4, over: VirtualClock.selfAdvancing())
        let clock = VirtualClock()
        var settings = WebSettings.demonstration(world, random: .seeded(5))
        settings.time = clock
        let site = WebSite(settings: settings, site: SiteMap(pages: [page], actions: []))
        async let response = site.respond(to: PageRequest(method: .get, path: "/slow"))
        for await _ in begins { break }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: WebSite.maxLoadTime)
        let shown = await response
        #expect(shown.status == 200)
        #expect(String(decoding: shown.body, as: UTF8.self).contains("<h1 id=\"heading\" tabindex=\"-1\">Slow</h1>"))
    }
}
