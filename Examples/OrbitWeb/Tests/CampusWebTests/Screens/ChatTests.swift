import Foundation
import OrbitApp
import OrbitDemo
import OrbitModels
import PagePartsTesting
import Testing

@testable import CampusWeb

/// Conversations and proposals with forms alone. A match of the first resident has written a message.
@Suite struct ChatTests {
    private static let greeting = "Nice to be matched. Are you free this week?"

    /// Opens the conversation that the match has begun. Returns its path.
    private static func open(_ browser: Browser) async throws -> String {
        let list = try await browser.get("/chats")
        let path = try #require(list.links(to: "/chats/").first)
        try await browser.get(path)
        return path
    }

    @Test func `the message of a match is in the list and in its conversation`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let list = try await browser.get("/chats")
            #expect(list.heading == "Chats")
            #expect(list.html.contains(Self.greeting))
            let path = try await Self.open(browser)
            let page = await browser.page
            #expect(page.path == path)
            #expect(page.region("messages")?.contains(Self.greeting) == true)
            #expect(MarkupCheck.fault(in: page.html) == nil)
        }
    }

    @Test func `a message that is sent twice by a double submit is one message`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let fields = await browser.page.hiddenFields(of: path + "/send") + [("text", "See you at four")]
            try await browser.post(path + "/send", fields)
            try await browser.post(path + "/send", fields)
            let page = try await browser.get(path)
            #expect(page.html.components(separatedBy: "See you at four").count == 2)
        }
    }

    @Test func `an empty message is refused next to its field`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let page = try await browser.submit(path + "/send", [("text", " ")])
            #expect(page.path == path)
            #expect(page.html.contains("id=\"text-problem\""))
            #expect(page.html.contains("Write something first."))
        }
    }

    @Test func `a script in a message is shown as text`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let page = try await browser.submit(path + "/send", [("text", "<script>alert(1)</script>")])
            #expect(!page.html.contains("<script>"))
            #expect(page.html.contains("&lt;script&gt;alert(1)"))
            #expect(MarkupCheck.fault(in: page.html) == nil)
        }
    }

    @Test func `a reply names its message until it is cancelled`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            var page = await browser.page
            let reply = try #require(page.formActions.first { $0.hasSuffix("/reply") })
            page = try await browser.submit(reply)
            #expect(page.region("write")?.contains("You reply to: Hi! Nice to be matched.") == true)
            page = try await browser.submit(path + "/cancel")
            #expect(page.region("write")?.contains("You reply to:") == false)
        }
    }

    @Test func `an own message is put into the field to be changed`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let sent = try await browser.submit(path + "/send", [("text", "See you at fuor")])
            let edit = try #require(sent.formActions.first { $0.hasSuffix("/edit") })
            let page = try await browser.submit(edit)
            #expect(page.region("write")?.contains("See you at fuor</textarea>") == true)
            #expect(page.region("write")?.contains("You are changing a message.") == true)
        }
    }

    @Test func `a conversation opens from a match`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let matches = try await browser.get("/matches")
            let open = try #require(matches.formActions.first { $0.hasPrefix("/chats/open/match/") })
            let page = try await browser.submit(open)
            #expect(page.path.hasPrefix("/chats/"))
            #expect(page.formActions.contains(page.path + "/send"))
        }
    }

    @Test(arguments: ["/chats/c_none", "/chats/c_none/propose"])
    func `a conversation that does not exist leads back to the list`(_ path: String) async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let page = try await browser.get(path)
            #expect(page.status == 200)
            #expect(page.html.contains("You can no longer see this conversation."))
            #expect(page.html.contains("href=\"/chats\""))
        }
    }

    @Test func `receipts and typing can be switched off`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let checked = "name=\"shares\" value=\"1\" checked"
            let before = try await browser.get("/chats")
            #expect(before.html.contains(checked))
            let after = try await browser.submit("/chats/activity")
            #expect(after.path == "/chats")
            #expect(!after.html.contains(checked))
        }
    }

    @Test func `a proposal is sent and withdrawn`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let form = try await browser.submit(path + "/new-proposal")
            #expect(form.path == path + "/propose")
            let sent = try await browser.submit(
                path + "/propose",
                [
                    ("title", "Coffee"), ("place", "Hall 3"), ("start-0", "2026-09-16T18:00"),
                    ("end-0", "2026-09-16T19:00"), ("go", "send"),
                ])
            #expect(sent.path == path)
            let card = try #require(sent.region("proposals"))
            #expect(card.contains("Coffee") && card.contains("Hall 3") && card.contains("Waiting for an answer"))
            let withdraw = try #require(sent.formActions.first { $0.hasSuffix("/withdraw") })
            let after = try await browser.submit(withdraw)
            #expect(after.region("proposals")?.contains("Taken back") == true)
        }
    }

    @Test func `an incomplete proposal is shown again with its times and a message next to the field`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            try await browser.submit(path + "/new-proposal")
            let page = try await browser.submit(
                path + "/propose", [("title", ""), ("start-0", "2026-09-16T18:00"), ("go", "send")])
            #expect(page.path == path + "/propose")
            #expect(page.html.contains("id=\"title-problem\""))
            for time in ["18:00", "19:00"] { #expect(page.html.contains("value=\"2026-09-16T\(time)\"")) }
        }
    }

    @Test func `chosen messages of a person are reported`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let path = try await Self.open(browser)
            let fields = await browser.page.hiddenFields(of: path + "/send")
            let none = try await browser.post(path + "/report", fields)
            #expect(none.headers["location"] == path)
            var page = try await browser.get(path)
            let choose = try #require(page.formActions.first { $0.hasSuffix("/choose") })
            try await browser.submit(choose)
            page = try await browser.submit(path + "/report")
            #expect(page.path.hasPrefix("/report/messages/"))
            #expect(page.formActions.contains(page.path))
            #expect(page.html.contains("Messages"))
        }
    }
}
