import Foundation
import HTTPTypes
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Testing

@testable import CampusWeb

/// The actions of a person with forms alone, without a script.
@Suite struct JourneyTests {
    @Test func `a new person signs in, fills in five steps, and sees the solar system`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let browser = open()
            try await browser.signIn(as: "maya@orbit.example")
            var page = await browser.page
            #expect(page.path == "/profile/edit/basic_info")
            try await browser.submit(
                "/profile/edit/basic_info",
                [
                    ("name", "Maya Patel"), ("birth-month", "2"), ("birth-year", "2006"), ("city", "Ithaca"),
                    ("region", "NY"), ("bio", "Stargazing"), ("go", "next"),
                ])
            page = await browser.page
            #expect(page.path == "/profile/edit/personality")
            try await browser.submit(
                "/profile/edit/personality",
                [
                    ("introvert_extrovert", "30"), ("spontaneous_planner-open", "1"), ("active_relaxed", "60"),
                    ("go", "next"),
                ])
            page = await browser.page
            #expect(page.path == "/profile/edit/interests")
            try await browser.submit(
                "/profile/edit/interests",
                Interest.predefined.prefix(4).map { ("interests", $0.label) } + [("go", "next")])
            page = await browser.page
            #expect(page.path == "/profile/edit/social_preferences")
            try await browser.submit(
                "/profile/edit/social_preferences",
                [
                    ("group_size", "small"), ("frequency", "weekly"), ("times", "evenings"), ("hours", "18"),
                    ("go", "next"),
                ])
            page = await browser.page
            #expect(page.path == "/profile/edit/photos")
            try await browser.submit("/profile/edit/photos", [("go", "save")])
            page = try await browser.get("/")
            #expect(page.path == "/discover")
            #expect(page.html.contains("<svg"))
            #expect(page.html.contains("href=\"/people/"))
        }
    }

    @Test func `an incomplete step is shown again with the typed values and a message next to the field`() async throws
    {
        let web = try await WebUnderTest()
        try await web.run { open in
            let browser = open()
            try await browser.signIn(as: "maya@orbit.example")
            let page = try await browser.submit(
                "/profile/edit/basic_info", [("name", ""), ("city", "Ithaca"), ("go", "next")])
            #expect(page.path == "/profile/edit/basic_info")
            #expect(page.html.contains("value=\"Ithaca\""))
            #expect(page.html.contains("id=\"name-problem\""))
        }
    }

    @Test func `a moved slider is an answer, although the box of its open scale is checked`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = "/profile/edit/personality"
            let slider = "name=\"introvert_extrovert\" min=\"0\" max=\"100\" step=\"5\" value="
            // Without a script, the browser sends the position of an open scale as well.
            let open = [("introvert_extrovert", "50"), ("introvert_extrovert-open", "1")]
            for _ in 0..<2 {
                try await browser.get(path)
                try await browser.submit(path, open)
                let page = try await browser.get(path)
                #expect(page.html.contains("name=\"introvert_extrovert-from\" value=\"50\""))
                #expect(page.html.contains("name=\"introvert_extrovert-open\" value=\"1\" checked"))
            }
            try await browser.submit(path, [("introvert_extrovert", "80"), ("introvert_extrovert-open", "1")])
            var page = try await browser.get(path)
            #expect(page.html.contains(slider + "\"80\""))
            #expect(!page.html.contains("introvert_extrovert-from"))
            try await browser.submit(path, [("introvert_extrovert", "80"), ("introvert_extrovert-open", "1")])
            page = try await browser.get(path)
            #expect(
                page.html.contains("introvert_extrovert-from"), "the checked box of an answer leaves the scale open")
        }
    }

    @Test func `a wrong code is refused next to the field, and the address can be changed`() async throws {
        let web = try await WebUnderTest()
        let email = web.email
        try await web.run { open in
            let browser = open()
            try await browser.get("/sign-in")
            try await browser.submit("/sign-in/address", [("email", email)])
            var page = try await browser.submit("/sign-in/code", [("code", "654321")])
            #expect(page.path == "/sign-in")
            #expect(page.html.contains("id=\"code-problem\""))
            page = try await browser.submit("/sign-in/edit")
            #expect(page.html.contains("action=\"/sign-in/address\""))
        }
    }

    @Test func `a sign-in leads to the page that the person wanted`() async throws {
        let web = try await WebUnderTest()
        let email = web.email
        try await web.run { open in
            let browser = open()
            try await browser.get("/pokes")
            try await browser.submit("/sign-in/address", [("email", email)])
            let page = try await browser.submit("/sign-in/code", [("code", "123456")])
            #expect(page.path == "/pokes")
        }
    }

    @Test func `a link of the app leads to its page, and an unknown link to the first page with a reason`()
        async throws
    {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let invitations = try await browser.get("/open/meetups/invitations")
            #expect(invitations.path == "/meetups/invitations")
            let page = try await browser.get("/open/no-such-place")
            #expect(page.path == "/discover")
            #expect(page.html.contains("<p class=\"notice\">"))
        }
    }

    @Test func `an accepted poke becomes a match`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get("/pokes")
            let accept = try #require(page.formActions.first { $0.hasSuffix("/accept") })
            let after = try await browser.submit(accept)
            #expect(!after.formActions.contains(accept))
            #expect(after.html.contains("class=\"notice\""))
        }
    }

    @Test func `a double submit of a post adds one post`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.plan(browser)
            try await browser.get(path + "/feed")
            let fields = await browser.page.hiddenFields(of: path + "/feed") + [("text", "Who brings a ball?")]
            try await browser.post(path + "/feed", fields)
            try await browser.post(path + "/feed", fields)
            let page = try await browser.get(path + "/feed")
            #expect(page.html.components(separatedBy: "Who brings a ball?").count == 2)
        }
    }

    @Test func `a meetup is planned, edited, listed in every view, and cancelled`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.plan(browser)
            for view in ["/meetups", "/meetups/month", "/meetups/week?day=2026-09-16", "/meetups/agenda"] {
                let shown = try await browser.get(view)
                #expect(shown.html.contains("Table tennis"), "\(view)")
            }
            let map = try await browser.get("/meetups/map")
            #expect(map.html.contains("<svg"))
            try await browser.get(path)
            let page = try await browser.submit(path + "/cancel", [("reason", "weather")])
            #expect(page.html.contains("notice failure"))
        }
    }

    @Test func `the language of the browser is used, and the setting takes precedence`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let browser = open()
            var page = try await browser.get("/sign-in", headers: [.acceptLanguage: "es-MX,es;q=0.9"])
            #expect(page.html.contains("lang=\"es\""))
            #expect(page.heading == "Entrar")
            page = try await browser.get("/sign-in", headers: [.acceptLanguage: "fr,en;q=0.5"])
            #expect(page.html.contains("lang=\"en\""))
        }
        try await web.runSignedIn { browser in
            try await browser.get("/settings")
            try await browser.submit("/settings/language", [("language", "es")])
            let page = try await browser.get("/settings")
            #expect(page.html.contains("lang=\"es\""))
            let cookies = await browser.cookies
            #expect(cookies["__Host-language"] == "es")
        }
    }

    @Test func `the page of the demonstration shows the mail of a code and moves the clock`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let browser = open()
            try await browser.get("/sign-in")
            try await browser.submit("/sign-in/address", [("email", "robin@orbit.example")])
            let page = try await browser.get("/demo")
            #expect(page.html.contains("robin@orbit.example"))
            #expect(page.html.contains("Your code is 123456."))
            try await browser.post("/demo/clock", [("minutes", "60")])
            #expect(web.world.clock.skipped == .seconds(3_600))
            try await browser.post("/demo/clock", [("minutes", "-60")])
            #expect(web.world.clock.skipped == .seconds(3_600))
        }
    }

    /// Plans a meetup on the next day but one. Returns the path of its page.
    static func plan(_ browser: Browser) async throws -> String {
        try await browser.get("/meetups/new")
        let page = try await browser.submit(
            "/meetups/new",
            [
                ("title", "Table tennis"), ("kind", "social"), ("description", "Beginners welcome"),
                ("start", "2026-09-16T18:00"), ("end", "2026-09-16T20:00"), ("place", "Hall 3"),
                ("position", "42.45, -76.48"), ("capacity", "6"), ("visibility", "campus"), ("approval", "host"),
                ("go", "save"),
            ])
        let path = String(page.path.prefix { $0 != "?" })
        #expect(path.hasPrefix("/meetups/") && path != "/meetups/new", "\(page.html)")
        return path
    }
}
