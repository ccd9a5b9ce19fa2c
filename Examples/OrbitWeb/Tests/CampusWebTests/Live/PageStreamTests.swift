import Auth
import Chat
import Connections
import Foundation
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import PageParts
import Presentation
import Profiles
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) @MainActor struct PageStreamTests {
    /// A front end with a session in which the first resident is signed in.
    private func signedIn() async throws -> (web: WebUnderTest, session: WebSession) {
        let web = try await WebUnderTest()
        let session = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.1")
        await session.signIn(as: web.email)
        web.site.sessions.renew(session)
        session.noteUser()
        return (web, session)
    }

    private func show(_ path: String, in session: WebSession, of web: WebUnderTest) async {
        _ = await web.site.respond(to: PageRequest(method: .get, path: path, sessionID: session.id))
    }

    private func open(
        _ web: WebUnderTest, _ session: WebSession, _ page: String, last: String? = nil, since: String? = nil
    ) async -> PageStream? {
        var request = PageRequest(method: .get, path: "/stream", sessionID: session.id, lastEventID: last)
        request.query = FormFields([("page", page), ("since", since ?? session.shown.version.description)])
        return await web.site.stream(for: request)
    }

    @Test func `an action changes the regions of an open page, and no other regions are sent`() async throws {
        let (web, session) = try await signedIn()
        await show("/pokes", in: session, of: web)
        let stream = try #require(await open(web, session, "/pokes"))
        let user = try #require(session.app.user)
        let poke = try #require(user.pokes.incoming.known.first)
        await user.pokes.decline(poke)
        var text = ""
        while !text.contains("\"id\":\"incoming\""), let events = await stream.next() { text += events }
        #expect(text.contains("\"page\":\"/pokes\""))
        #expect(!text.contains("\"id\":\"outgoing\""))
        stream.end()
    }

    @Test func `a tab that shows the present regions is sent nothing before a change`() async throws {
        let (web, session) = try await signedIn()
        await show("/settings/account", in: session, of: web)
        let stream = try #require(await open(web, session, "/settings/account"))
        Task { stream.end() }
        #expect(await stream.next() == nil)
    }

    @Test func `a tab without a version is sent all regions`() async throws {
        let (web, session) = try await signedIn()
        await show("/settings/account", in: session, of: web)
        let stream = try #require(await open(web, session, "/settings/account", since: ""))
        let text = await stream.next() ?? ""
        for id in ["tabs", "session", "export", "erase"] { #expect(text.contains("\"id\":\"\(id)\""), "\(id)") }
        stream.end()
    }

    @Test func `a tab of another user loads its page again, and is sent no region`() async throws {
        let (web, session) = try await signedIn()
        await show("/settings/account", in: session, of: web)
        let stream = try #require(await open(web, session, "/settings/account", since: "0.7"))
        let text = await stream.next() ?? ""
        #expect(text.hasPrefix("event: gone\n"))
        #expect(!text.contains("\"id\":"))
        stream.end()
    }

    @Test func `an interrupted stream resumes after its last event`() async throws {
        let (web, session) = try await signedIn()
        await show("/settings/account", in: session, of: web)
        let before = session.shown.version.description
        let user = try #require(session.app.user)
        user.account.confirmation = "typed"
        let first = try #require(await open(web, session, "/settings/account", since: before))
        let sent = await first.next() ?? ""
        #expect(sent.contains("\"id\":\"erase\""))
        // The event was lost on its way, so the browser still has the earlier version.
        let second = try #require(await open(web, session, "/settings/account", last: before))
        let sentAgain = await second.next() ?? ""
        #expect(sentAgain.contains("\"id\":\"erase\""))
        second.end()
    }

    @Test func `a page notes each time that a browser shows it`() async throws {
        let shown = LockedState(0)
        let page = SitePage(
            "/shown", screen: { _ in PageScreen("Shown", content: "<p></p>") },
            noteShown: { _ in shown.withLock { $0 += 1 } })
        let clock = VirtualClock.selfAdvancing()
        let settings = WebSettings.demonstration(try await DemoWorld.make(people: 4, over: clock), random: .seeded(5))
        let site = WebSite(settings: settings, site: SiteMap(pages: [page], actions: []))
        for _ in 0..<2 { _ = await site.respond(to: PageRequest(method: .get, path: "/shown")) }
        _ = await site.respond(to: PageRequest(method: .get, path: "/not-shown"))
        #expect(shown.withLock { $0 } == 2)
    }

    @Test func `a message that an open page shows is read`() async throws {
        let (web, session) = try await signedIn()
        let chat = try #require(session.app.user?.chat)
        await chat.conversations.conversations.load()
        let conversation = try #require(chat.conversations.conversations.known.first)
        #expect(conversation.unreadCount == 1)
        await show("/chats/\(conversation.id.rawValue)", in: session, of: web)
        for await count in changes(of: { chat.conversations.unread.count }) where count == 0 { break }
        #expect(chat.conversations.conversations.known.first?.unreadCount == 0)
    }

    @Test func `a second stream of a session ends the first`() async throws {
        let (web, session) = try await signedIn()
        let first = try #require(await open(web, session, "/pokes"))
        let second = try #require(await open(web, session, "/pokes"))
        #expect(await first.next() == nil)
        #expect(session.stream === second)
        second.end()
        #expect(session.stream == nil)
    }

    @Test func `a page that the user may no longer see is reported as removed, without its content`() async throws {
        let (web, session) = try await signedIn()
        let stream = try #require(await open(web, session, "/no/such/page"))
        let text = await stream.next() ?? ""
        #expect(text.hasPrefix("event: gone\n"))
        #expect(text.contains("\"regions\":[]"))
        stream.end()
    }

    @Test func `a browser without a session or without a user has no stream`() async throws {
        let web = try await WebUnderTest()
        let stranger = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.2")
        for id in [nil, "planted", stranger.id] {
            #expect(await web.site.stream(for: PageRequest(method: .get, path: "/stream", sessionID: id)) == nil)
        }
    }

    @Test func `a stream has regions of its own user only`() async throws {
        let (web, session) = try await signedIn()
        let other = try await web.site.sessions.makeSession(language: .english, at: "192.0.2.2")
        await other.signIn(as: web.world.campus.residents[6].email)
        web.site.sessions.renew(other)
        other.noteUser()
        await show("/settings/account", in: session, of: web)
        await show("/settings/account", in: other, of: web)
        // The stranger asks with the version of the first user.
        let foreign = try #require(
            await open(web, other, "/settings/account", since: session.shown.version.description))
        #expect(await foreign.next()?.hasPrefix("event: gone\n") == true)
        let stream = try #require(await open(web, other, "/settings/account", since: ""))
        let text = await stream.next() ?? ""
        #expect(text.contains(web.world.campus.residents[6].email))
        #expect(!text.contains(web.email))
        stream.end()
    }

    @Test func `the sign-out ends the stream`() async throws {
        let (web, session) = try await signedIn()
        let stream = try #require(await open(web, session, "/pokes"))
        try await session.app.logout()
        #expect(session.noteUser())
        #expect(await stream.next() == nil)
    }
}

@Suite @MainActor struct ShownRegionsTests {
    @Test func `a version has an epoch and a number, and other text is refused`() {
        #expect(ShownRegions.Version("2.7") == ShownRegions.Version(epoch: 2, number: 7))
        for text in ["", "2", "a.b", "2.7.1", "2.", ".7"] { #expect(ShownRegions.Version(text) == nil, "\(text)") }
    }

    @Test func `beyond the maximum, the page that changed least recently is forgotten`() {
        let shown = ShownRegions(random: .seeded(1))
        for number in 0...ShownRegions.maxPages { shown.note([.init("a", "\(number)")], at: "/\(number)") }
        #expect(shown.fingerprints(of: "/0", since: shown.version).isEmpty)
        #expect(!shown.fingerprints(of: "/1", since: shown.version).isEmpty)
    }

    @Test func `another user begins another epoch`() {
        let shown = ShownRegions(random: .seeded(1))
        shown.note([.init("a", "1")], at: "/a")
        let version = shown.version
        shown.removeAll()
        shown.note([.init("a", "1")], at: "/a")
        #expect(shown.fingerprints(of: "/a", since: version).isEmpty)
    }
}
