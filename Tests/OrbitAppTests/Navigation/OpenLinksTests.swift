import Auth
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

@testable import OrbitApp

/// Links that reach the app before, during and after a sign-in.
@Suite @MainActor struct OpenLinksTests {
    private let campus = SmallCampus()

    @Test func `a link that arrives before the launch is shown once, after the sign-in`() async throws {
        _ = try await campus.join("maya")
        let app = try campus.device(of: "maya")
        let url = try #require(DeepLink.sheet(.person("u_1")).webURL(host: "orbit.example"))
        #expect(app.open(url) == .done)
        await app.launch()
        #expect(app.route == .auth && app.waitingLink == .sheet(.person("u_1")))
        await campus.signIn("maya", on: app)
        let user = try #require(app.user)
        #expect(app.route == .home && app.waitingLink == nil)
        #expect(user.navigation.sheet == .person("u_1"))
        user.navigation.back()
        app.editProfile()
        await app.leaveEditing()
        #expect(app.route == .home && user.navigation == AppNavigation())
    }

    @Test func `a link that arrives at home is shown at once, and over a form after the form is left`() async throws {
        let maya = try await campus.join("maya")
        maya.app.show(.tab(.pokes))
        #expect(maya.user.navigation.tab == .pokes && maya.app.waitingLink == nil)
        maya.app.editProfile()
        maya.app.show(.sheet(.invitations))
        maya.app.show(.sheet(.requests))
        #expect(maya.user.navigation.sheet == nil && maya.app.waitingLink == .sheet(.requests))
        await maya.app.leaveEditing()
        #expect(maya.user.navigation.sheet == .requests && maya.user.navigation.tab == .pokes)
    }

    @Test func `a sign-out resets the navigation and removes a waiting link`() async throws {
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let maya = try await campus.join("maya")
        maya.app.show(.tab(.matches))
        maya.app.editProfile()
        maya.app.show(.sheet(.meetup("m_1", link: MeetupLinkCode("abc"))))
        try await maya.app.logout()
        #expect(maya.app.waitingLink == nil && maya.user.navigation == AppNavigation())
        await campus.signIn("liam", on: maya.app)
        #expect(maya.app.route == .home)
        #expect(maya.app.user?.navigation == AppNavigation())
    }

    @Test(arguments: ["maya", "liam"])
    func `a link that waits when the server ends the session is shown to its person alone`(next: String) async throws {
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let server = try EndingServer()
        let maya = try await campus.join("maya", intercept: server.intercept)
        maya.app.editProfile()
        maya.app.show(.sheet(.requests))
        await server.endSession(of: maya.app)
        #expect(maya.app.waitingLink == .sheet(.requests))
        await campus.signIn(next, on: maya.app)
        #expect(maya.app.route == .home && maya.app.waitingLink == nil)
        let expected: AppSheet? = next == "maya" ? .requests : nil
        #expect(maya.app.user?.navigation.sheet == expected)
    }

    @Test func `a link that arrived before a sign-in is for that person, and not for the next`() async throws {
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let server = try EndingServer()
        let app = try campus.device(of: "maya", intercept: server.intercept)
        app.show(.tab(.pokes))
        await app.launch()
        await campus.signIn("maya", on: app)
        #expect(app.route == .profileSetup && app.waitingLink == .tab(.pokes))
        await server.endSession(of: app)
        #expect(app.waitingLink == .tab(.pokes))
        await campus.signIn("liam", on: app)
        #expect(app.route == .home && app.waitingLink == nil)
        #expect(app.user?.navigation == AppNavigation())
    }

    @Test func `a URL of another host is refused with a message, and changes nothing`() async throws {
        let maya = try await campus.join("maya")
        let url = try #require(URL(string: "https://other.example/open/pokes"))
        let failure = try #require(maya.app.open(url).failure)
        #expect(failure.message == "This link does not belong to Orbit. Open it in a browser." && !failure.canRetry)
        #expect(maya.user.navigation == AppNavigation() && maya.app.waitingLink == nil)
    }

    @Test func `the host of links is that of the server unless the environment has another`() throws {
        let app = try campus.device(of: "maya")
        #expect(app.linkHost == "orbit.example")
        var environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example:8443/api"), transport: StubTransport([]),
            tokens: MemoryTokenStore(), zone: .gmt, time: campus.clock, random: .seeded(1))
        #expect(environment.resolvedLinkHost == "orbit.example")
        environment.linkHost = "campus.example"
        #expect(AppModel(environment).linkHost == "campus.example")
    }

    @Test func `a link to a person who has blocked the user opens a sheet without a person`() async throws {
        // The event of the block would empty the sheet before or after the response.
        let maya = try await campus.join("maya", intercept: InterceptedTransport.withoutEvents)
        let liam = try await campus.join("liam")
        let id = try liam.user.ownID
        let blocked = liam.user.sheet(of: try maya.user.ownID)
        await blocked.load()
        #expect(await blocked.block() == .done)
        maya.app.show(.sheet(.person(id)))
        #expect(maya.user.navigation.sheet == .person(id))
        let sheet = maya.user.sheet(of: id)
        await sheet.load()
        #expect(sheet.person.value == nil && sheet.person.failure?.kind == .refused(.notFound))
    }

    @Test func `a meetup with the visibility link opens only with the code of its link`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.visibility = .link }
        let url = try #require(DeepLink.sheet(AppSheet(meetup)).url)
        #expect(url.query()?.hasPrefix("link=") == true)
        #expect(liam.app.open(url) == .done)
        guard case .meetup(let id, let code?)? = liam.user.navigation.sheet else {
            Issue.record("the link opened no meetup")
            return
        }
        let hidden = liam.user.meetup(id)
        await hidden.load()
        #expect(hidden.listing.value == nil && hidden.listing.failure?.kind == .refused(.notFound))
        let opened = liam.user.meetup(id, link: code.reveal)
        await opened.load()
        #expect(opened.listing.value?.id == meetup.id)
    }

    @Test(arguments: OutdatedSubject.allCases)
    func `a link to a subject that is erased, hidden or cancelled opens a sheet that shows it`(
        subject: OutdatedSubject
    ) async throws {
        // An event about the subject would change the sheet before or after the response.
        let maya = try await campus.join("maya", intercept: InterceptedTransport.withoutEvents)
        let sheet = try await subject.make(by: try await campus.phone("liam"), for: try maya.user.ownID, on: campus)
        let url = try #require(DeepLink.sheet(sheet).url)
        #expect(maya.app.open(url) == .done)
        #expect(maya.user.navigation.sheet == sheet)
        #expect(await SheetContent.load(sheet, of: maya.user) == subject.expected)
    }
}

/// A server that ends the session of a device when the test asks for it.
@MainActor private struct EndingServer {
    private let isEnding = LockedState(false)
    private let refusal: HTTPResponse

    init() throws {
        refusal = try .problem(401, Problem(code: .sessionEnded, message: "Sign in again."))
    }

    /// The response in place of that of the backend.
    var intercept: InterceptedTransport.Intercept {
        { [isEnding, refusal] _ in isEnding.withLock { $0 } ? refusal : nil }
    }

    /// Returns when the route of the app is sign-in.
    func endSession(of app: AppModel) async {
        isEnding.withLock { $0 = true }
        await app.user?.today.load()
        await waitUntil { app.route == .auth }
        isEnding.withLock { $0 = false }
    }
}
