import AshaSandbox
import Foundation
import NetworkingTesting
import PagePartsTesting
import Testing

@testable import ClubWeb

@Suite struct ClubPageTests {
    private static let paths = [
        "/dashboard", "/rides", "/rides?q=hills&source=strava", "/brevets", "/brevets?distance=ultra&open=1",
        "/calculator", "/leaderboard?season=2026", "/leaderboard?season=2026&badge=r12", "/settings", "/still-there",
    ]

    @Test func `every page of a rider is complete without a script`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let brevet = try #require(try await browser.get("/brevets").links(to: "/brevets/").first)
            let rider = try #require(try await browser.get("/leaderboard?season=2026").links(to: "/riders/").first)
            for path in Self.paths + [brevet, rider] {
                let page = try await browser.get(path)
                #expect(page.status == 200 && page.path == path, "\(path): \(page.status) at \(page.path)")
                #expect(page.html.contains("<h1>") && !page.html.contains("<script"), "\(path)")
                #expect(MarkupCheck.fault(in: page.html) == nil, "\(path): \(MarkupCheck.fault(in: page.html) ?? "")")
                let heading = MarkupCheck.headingFault(in: page.html)
                #expect(heading == nil, "\(path): \(heading ?? "")")
                #expect(page.headers["content-type"] == "text/html; charset=utf-8", "\(path)")
                #expect(page.headers["cache-control"] == "no-store", "\(path)")
            }
        }
    }

    @Test func `a page of a rider leads a visitor to the sign-in, and an unknown address is not found`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let browser = open()
            for path in Self.paths + ["/brevets/x", "/riders/r1", "/"] {
                let page = try await browser.get(path)
                #expect(page.status == 200 && page.path == "/sign-in", "\(path)")
                #expect(MarkupCheck.fault(in: page.html) == nil)
            }
            let unknown = try await browser.get("/no/such/page")
            #expect(unknown.status == 404 && unknown.links(to: "/").contains("/"))
            #expect(await browser.sessionID == nil)
        }
        #expect(await web.site.sessions.count == 0)
    }

    @Test func `a link to a rider keeps its season, also if another tab has opened another season`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let link = try #require(try await browser.get("/leaderboard?season=2026").links(to: "/riders/").first)
            #expect(link.hasSuffix("?season=2026"))
            _ = try await browser.get("/leaderboard?season=2022")
            #expect(try await browser.get(link).status == 200)
        }
    }

    @Test(arguments: ["/brevets/no-such-brevet", "/riders/no-such-rider", "/riders/%3Cscript%3E"])
    func `a brevet or a rider that the club does not have is not found`(_ path: String) async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get(path)
            #expect(page.status == 404 && MarkupCheck.fault(in: page.html) == nil)
        }
    }

    @Test(arguments: ["/rides?q=", "/brevets?q=", "/leaderboard?q=", "/calculator?start=2026-05&controls="])
    func `a script in a search field is shown as text`(_ path: String) async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("\(path)%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
            #expect(page.status == 200 && !page.html.contains("<script"))
            #expect(page.html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(MarkupCheck.fault(in: page.html) == nil)
        }
    }

    @Test func `a badge of a newer server is gray and has a readable text`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/dashboard")
            #expect(page.html.contains("<span class=\"chip gray\"><bdi>Flat tyre hero</bdi></span>"))
        }
    }

    @Test func `a server that is down shows the failure next to the last content`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let before = try await browser.get("/brevets")
            let brevets = before.links(to: "/brevets/")
            #expect(!brevets.isEmpty && !before.html.contains("class=\"problem\""))
            await web.sandbox.set(.down)
            web.clock.advance(by: .seconds(61))
            let failed = try await browser.get("/brevets")
            #expect(failed.status == 200 && failed.html.contains("class=\"problem\""))
            #expect(failed.html.contains("The server cannot be reached.") && failed.html.contains("Try again"))
            #expect(failed.links(to: "/brevets/") == brevets)
            await web.sandbox.set(.up)
            let after = try await browser.get("/brevets")
            #expect(!after.html.contains("class=\"problem\"") && after.links(to: "/brevets/") == brevets)
        }
    }

    @Test func `a search and a filter select the rows, and an empty list names them`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let all = try await browser.get("/brevets").links(to: "/brevets/").count
            let some = try await browser.get("/brevets?q=russian").links(to: "/brevets/").count
            #expect(some > 0 && some < all)
            let none = try await browser.get("/rides?q=no+such+ride")
            #expect(none.html.contains("No activity matches."))
        }
    }

    @Test func `a second synchronization with Strava shows why it is refused`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let first = try await browser.submit("/sync", [("from", "/rides")])
            #expect(first.path == "/rides" && !first.html.contains("class=\"problem\""))
            let second = try await browser.submit("/sync", [("from", "/rides")])
            #expect(second.html.contains("class=\"problem\""))
            let later = try await browser.get("/rides")
            #expect(!later.html.contains("class=\"problem\""))
        }
    }

    @Test func `a rider selects the unit of distances`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            try await browser.submit("/unit", [("unit", "miles"), ("from", "/settings")])
            #expect(try await browser.get("/rides").html.contains(" mi "))
            try await browser.submit("/unit", [("unit", "furlongs"), ("from", "/settings")])
            #expect(try await browser.get("/rides").html.contains(" mi "))
        }
    }
}

@Suite struct CalculatorPageTests {
    @Test func `the calculator has the times of the rules`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/calculator?distance=200&start=2026-05&controls=60+200")
            for time in ["1:46", "4:00", "5:53", "13:30"] { #expect(page.html.contains("<td>\(time)</td>"), "\(time)") }
        }
    }

    @Test func `a control that a brevet cannot have shows the reason`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/calculator?distance=200&start=2026-05&controls=x+-5+900+nan")
            for text in ["Not a distance", "Before the start", "Beyond the longest route of 240 km"] {
                #expect(page.html.contains(text), "\(text)")
            }
            #expect(MarkupCheck.fault(in: page.html) == nil)
        }
    }

    @Test(arguments: ["2018-02", "2026-13", "2026", "", "x-y", "99999999999999999999-01"])
    func `a month without rules shows a sentence and no times`(_ month: String) async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/calculator?distance=200&start=\(month)&controls=60")
            #expect(page.html.contains("Type a month since March 2018") && !page.html.contains("<table>"))
        }
    }
}
