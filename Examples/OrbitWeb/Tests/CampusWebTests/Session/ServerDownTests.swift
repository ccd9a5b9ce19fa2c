import Foundation
import OrbitApp
import OrbitDemo
import PageParts
import PagePartsTesting
import Presentation
import Testing
import TimeAndChance

@testable import CampusWeb

/// Pages and forms while the server cannot be reached.
@Suite(.timeLimit(.minutes(5))) struct ServerDownTests {
    private let isDown = LockedState(false)

    /// Calls a test with a signed-in browser, and with a function that stops and starts the server.
    private func run(
        _ test: @escaping @Sendable (Browser, _ setDown: @escaping @Sendable (Bool) -> Void) async throws -> Void
    ) async throws {
        let isDown = isDown
        let web = try await WebUnderTest.interruptible(by: isDown)
        try await web.runSignedIn { browser in
            try await test(browser) { value in isDown.withLock { $0 = value } }
        }
    }

    @Test func `every page of a user renders while the server is down`() async throws {
        let isDown = isDown
        let web = try await WebUnderTest.interruptible(by: isDown)
        let pages = SiteMap.campus.pages.filter { [.home, .signedIn, .anyone].contains($0.access) }
        let paths = pages.map { EveryPageTests.path(of: $0.pattern, in: web) }
        try await web.runSignedIn { browser in
            for path in paths { try await browser.get(path) }
            isDown.withLock { $0 = true }
            for path in paths {
                let shown = try await browser.get(path)
                #expect(shown.status == 200, "\(path): \(shown.status)")
                #expect(shown.heading?.isEmpty == false, "\(path) has no heading")
                let fault = MarkupCheck.fault(in: shown.html)
                #expect(fault == nil, "\(path): \(fault ?? "")")
                #expect(
                    !shown.path.hasPrefix("/sign-in") && shown.path != "/waiting", "\(path) leads to \(shown.path)")
            }
        }
    }

    @Test(arguments: [
        ("/pokes", "/people/"), ("/matches", "/people/"), ("/discover/list", "/people/"), ("/chats", "/chats/"),
        ("/meetups", "/meetups/"),
    ])
    func `a list that was loaded before is shown while the server is down`(_ path: String, _ target: String)
        async throws
    {
        try await run { browser, setDown in
            let before = try await browser.get(path).links(to: target)
            setDown(true)
            let after = try await browser.get(path).links(to: target)
            #expect(!before.isEmpty && after == before)
        }
    }

    @Test func `an answer to a poke that cannot be sent says so on the page of the poke, and can be sent later`()
        async throws
    {
        try await run { browser, setDown in
            let page = try await browser.get("/pokes")
            let accept = try #require(page.formActions.first { $0.hasSuffix("/accept") })
            setDown(true)
            let failed = try await browser.submit(accept)
            #expect(failed.path == "/pokes" && failed.formActions.contains(accept))
            #expect(failed.region("match")?.contains("class=\"problem\"") == true)
            setDown(false)
            let accepted = try await browser.submit(accept)
            #expect(!accepted.formActions.contains(accept))
            #expect(accepted.region("match")?.contains("class=\"problem\"") == false)
        }
    }

    @Test func `a message that cannot be sent stays in its conversation`() async throws {
        try await run { browser, setDown in
            let path = try #require(try await browser.get("/chats").links(to: "/chats/").first)
            try await browser.get(path)
            setDown(true)
            let page = try await browser.submit(path + "/send", [("text", "See you at four")])
            #expect(page.path == path)
            #expect(page.region("messages")?.contains("See you at four") == true)
            #expect(page.region("write")?.contains("See you at four") == false)
        }
    }

    @Test func `a proposal that cannot be sent keeps its fields, and its form says why`() async throws {
        try await run { browser, setDown in
            let path = try #require(try await browser.get("/chats").links(to: "/chats/").first)
            try await browser.get(path)
            try await browser.submit(path + "/new-proposal")
            setDown(true)
            let page = try await browser.submit(
                path + "/propose",
                [
                    ("title", "Coffee"), ("place", "Hall 3"), ("start-0", "2026-09-16T18:00"),
                    ("end-0", "2026-09-16T19:00"), ("go", "send"),
                ])
            #expect(page.path == path + "/propose" && page.html.contains("class=\"problem\""))
            for value in ["Coffee", "Hall 3", "2026-09-16T18:00", "2026-09-16T19:00"] {
                #expect(page.html.contains("value=\"\(value)\""), "\(value)")
            }
        }
    }

    @Test func `a meetup that cannot be saved keeps its fields, and its form says why`() async throws {
        try await run { browser, setDown in
            try await browser.get("/meetups/new")
            setDown(true)
            let page = try await browser.submit(
                "/meetups/new",
                [
                    ("title", "Table tennis"), ("kind", "social"), ("description", "Beginners welcome"),
                    ("start", "2026-09-16T18:00"), ("end", "2026-09-16T20:00"), ("place", "Hall 3"),
                    ("position", "42.45, -76.48"), ("capacity", "6"), ("visibility", "campus"), ("approval", "host"),
                    ("go", "save"),
                ])
            #expect(page.path == "/meetups/new")
            #expect(page.region("form")?.contains("class=\"problem\"") == true)
            for value in ["Table tennis", "2026-09-16T18:00", "2026-09-16T20:00", "Hall 3", "6"] {
                #expect(page.html.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(page.html.contains("Beginners welcome</textarea>"))
        }
    }

    @Test func `a profile that cannot be saved keeps its fields, and its form says why`() async throws {
        try await run { browser, setDown in
            let path = "/profile/edit/basic_info"
            try await browser.get(path)
            setDown(true)
            let failed = try await browser.submit(
                path,
                [
                    ("name", "Maya Patel"), ("birth-month", "2"), ("birth-year", "2005"), ("city", "Ithaca"),
                    ("region", "NY"), ("bio", "Stargazing at noon"), ("go", "save"),
                ])
            #expect(failed.path.hasPrefix("/profile/edit/"))
            #expect(failed.region("form")?.contains("class=\"problem\"") == true)
            let page = try await browser.get(path)
            #expect(page.html.contains("Stargazing at noon</textarea>") && page.html.contains("value=\"Maya Patel\""))
        }
    }

    @Test func `a post that cannot be sent keeps its text, and is posted once later`() async throws {
        try await run { browser, setDown in
            let path = try await JourneyTests.plan(browser) + "/feed"
            try await browser.get(path)
            setDown(true)
            let failed = try await browser.submit(path, [("text", "Who brings a ball?")])
            let write = try #require(failed.region("write"))
            #expect(write.contains("Who brings a ball?</textarea>") && write.contains("class=\"problem\""))
            #expect(failed.region("posts")?.contains("Who brings a ball?") == false)
            setDown(false)
            let posted = try await browser.submit(path, [("text", "Who brings a ball?")])
            #expect(posted.region("write")?.contains("Who brings a ball?") == false)
            #expect(posted.region("posts")?.components(separatedBy: "Who brings a ball?").count == 2)
        }
    }

    @Test func `a safety check-in that cannot be started keeps its fields, also the chosen time`() async throws {
        try await run { browser, setDown in
            try await browser.get("/safety")
            setDown(true)
            let failed = try await browser.submit(
                "/safety",
                [
                    ("name", "Mum"), ("contact", "mum@family.example"), ("minutes", "120"),
                    ("message", "I am in the park"), ("meetup", ""),
                ])
            #expect(failed.region("running")?.contains("class=\"problem\"") == true)
            let form = try #require(failed.region("new"))
            for text in [
                "value=\"Mum\"", "value=\"mum@family.example\"", "value=\"120\" selected",
                "I am in the park</textarea>",
            ] {
                #expect(form.contains(text), "\(text)")
            }
        }
    }
}

@Suite @MainActor struct TypedFormTests {
    private static let form = FormFields([("text", "Hello"), ("n", "0")])

    /// A form that was sent to a path of a new session.
    private func makeVisit(_ path: String, _ form: FormFields = form) async throws -> PageVisit {
        let web = try await WebUnderTest()
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        return PageVisit(session: session, path: path, parameters: [:], query: FormFields(), form: form)
    }

    @Test func `the fields of a form are kept until its action succeeds`() async throws {
        let visit = try await makeVisit("/feed")
        visit.keepFields(after: .skipped)
        #expect(visit.keptFields(of: "/feed")["text"] == "Hello")
        #expect(visit.keptFields(of: "/other")["text"] == "")
        visit.keepFields(after: .queued)
        #expect(visit.keptFields(of: "/feed")["text"] == "")
    }

    @Test func `neither files nor long fields are kept, because a session keeps many forms`() async throws {
        var form = Self.form
        form.files["photo"] = FormFields.File(name: "a.png", bytes: Data(count: 1_000_000))
        let visit = try await makeVisit("/feed", form)
        visit.keepFields(after: .skipped)
        #expect(visit.keptFields(of: "/feed") == Self.form)
        let text = String(repeating: "x", count: TypedForm.maxBytes)
        let long = try await makeVisit("/feed", FormFields([("text", text)]))
        long.keepFields(after: .skipped)
        #expect(long.keptFields(of: "/feed").fields.isEmpty)
    }
}
