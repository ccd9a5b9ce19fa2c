import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

@Suite @MainActor struct AppModelTests {
    let clock = VirtualClock.selfAdvancing()
    let tokens = MemoryTokenStore()

    @Test func `without a session the app asks to sign in`() async throws {
        let app = try app(StubTransport([]))
        await app.launch()
        #expect(app.route == .auth && app.sessionState == .signedOut(.notSignedIn))
    }

    @Test func `a launch with a session and a complete profile leads to the home screen`() async throws {
        try await signIn()
        let app = try app(StubTransport([try me(isComplete: true)]))
        await app.launch()
        #expect(app.route == .home)
    }

    @Test func `a launch with a session and an incomplete profile leads to the profile setup`() async throws {
        try await signIn()
        let app = try app(StubTransport([try me(isComplete: false)]))
        await app.launch()
        #expect(app.route == .profileSetup)
    }

    @Test func `a launch whose profile request fails does not sign out, and a retry leads home`() async throws {
        try await signIn()
        let app = try app(
            StubTransport([
                .expect(.get, "/api/users/me", response: HTTPResponse(status: 401)), try refreshed(),
                .expect(.get, "/api/users/me", response: HTTPResponse(status: 404)), try me(isComplete: true),
            ]))
        await app.launch()
        #expect(app.route == .arriving)
        #expect(app.user?.profile.saved.failure != nil)
        await app.loadProfile()
        #expect(app.route == .home)
        #expect(app.failure == nil)
    }

    @Test func `an offline launch shows a retryable failure, and a retry leads home`() async throws {
        try await signIn()
        let offline = StubTransport.Exchange.expect(.get, "/api/users/me") {
            (_: HTTPRequest) async throws(TransportError) -> HTTPResponse in throw .cannotConnect
        }
        let app = try app(StubTransport([offline, offline, offline, try me(isComplete: true)]))
        let routes = app.routes()
        await app.launch()
        #expect(app.route == .arriving)
        #expect(app.failure?.kind == .unreachable && app.failure?.canRetry == true)
        await app.retry()
        #expect(app.route == .home && app.failure == nil)
        try await app.logout()
        #expect(await first(4, of: routes) == [.launching, .arriving, .home, .auth])
    }

    @Test func `a person can sign out after an offline launch`() async throws {
        try await signIn()
        let app = try app(StubTransport([]))
        await app.launch()
        #expect(app.route == .arriving && app.failure != nil)
        try await app.logout()
        #expect(app.route == .auth && app.failure == nil && app.sessionState == .signedOut(.byUser))
        #expect(await tokens.load() == .absent)
    }

    @Test func `every stream of routes yields the current route and then each change`() async throws {
        try await signIn()
        let app = try app(StubTransport([try me(isComplete: true)]))
        await app.launch()
        let streams = [app.routes(), app.routes()]
        app.editProfile()
        app.editProfile()
        await app.leaveEditing()
        for routes in streams {
            #expect(await first(3, of: routes) == [.home, .profileEdit, .home])
        }
    }

    @Test func `a session that the server has ended leads back to signing in`() async throws {
        try await signIn()
        let ended = Problem(code: .sessionEnded, message: "Sign in again.")
        let app = try app(
            StubTransport([
                .expect(.get, "/api/users/me", response: HTTPResponse(status: 401)),
                .expect(.post, "/api/auth/refresh", response: try .problem(401, ended)),
            ]))
        await app.launch()
        #expect(app.route == .auth)
        #expect(app.sessionState == .signedOut(.ended(.unspecified)))
        #expect(await tokens.load() == .absent)
    }

    @Test func `signing out forgets the person's screens, even offline`() async throws {
        try await signIn()
        let app = try app(
            StubTransport([
                try me(isComplete: true), .expect(.post, "/api/auth/logout", response: HTTPResponse(status: 404)),
            ]))
        await app.launch()
        try await app.logout()
        #expect(app.route == .auth)
        #expect(app.user == nil)
        #expect(await tokens.load() == .absent)
    }

    @Test func `the user is nil without a session, and the same object from the launch to the sign-out`()
        async throws
    {
        try await signIn()
        let held = HeldRequests("/users/me", response: try profile(isComplete: true))
        let me = StubTransport.Exchange.expect(.get, "/api/users/me") {
            (request: HTTPRequest) async throws(TransportError) -> HTTPResponse in
            await held.intercept(request) ?? HTTPResponse(status: 404)
        }
        // A clock that advances by itself could end the request at its deadline.
        let app = try app(
            StubTransport([me, .expect(.post, "/api/auth/logout", response: HTTPResponse(status: 404))]),
            time: VirtualClock())
        #expect(app.user == nil)
        let launch = Task { await app.launch() }
        await held.waitForRequest()
        let user = try #require(app.user)
        #expect(app.route == .arriving)
        held.release()
        await launch.value
        #expect(app.route == .home && app.user === user)
        app.editProfile()
        #expect(app.route == .profileEdit && app.user === user)
        await app.leaveEditing()
        #expect(app.route == .home && app.user === user)
        try await app.logout()
        #expect(app.user == nil)
    }

    @Test func `actions of a user do nothing without a session`() async throws {
        let app = try app(StubTransport([]))
        await app.launch()
        app.editProfile()
        await app.leaveEditing()
        await app.loadProfile()
        await app.saveProfile()
        #expect(app.route == .auth && app.user == nil)
        #expect(try await app.eraseAccount() == .skipped)
    }

    @Test func `the profile form can be left without saving`() async throws {
        try await signIn()
        let app = try app(StubTransport([try me(isComplete: true)]))
        await app.launch()
        app.editProfile()
        #expect(app.route == .profileEdit)
        await app.leaveEditing()
        #expect(app.route == .home)
    }

    private func first(_ count: Int, of routes: AsyncStream<AppRoute>) async -> [AppRoute] {
        var seen: [AppRoute] = []
        for await route in routes {
            seen.append(route)
            if seen.count == count { break }
        }
        return seen
    }

    private func signIn() async throws {
        try await tokens.save(
            AuthSession(
                userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                issuedAt: clock.date, accessExpiresAt: clock.date + 900))
    }

    private func me(isComplete: Bool) throws -> StubTransport.Exchange {
        .expect(.get, "/api/users/me", response: try profile(isComplete: isComplete))
    }

    private func profile(isComplete: Bool) throws -> HTTPResponse {
        try .success(
            ProfileData(
                userID: "u_1", email: "maya@stanford.edu", profile: Profile(name: "Maya"),
                profileComplete: isComplete),
            entityTag: EntityTag(rawValue: "\"1\""))
    }

    private func refreshed() throws -> StubTransport.Exchange {
        .expect(
            .post, "/api/auth/refresh",
            response: try .success(
                AuthGrant(
                    accessToken: AccessToken("access-2"), refreshToken: RefreshToken("refresh-2"), expiresIn: 900,
                    isNewUser: false, userID: "u_1")))
    }

    private func app(_ stub: StubTransport, time: VirtualClock? = nil) throws -> AppModel {
        var environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"), transport: stub, tokens: tokens, zone: .gmt,
            time: time ?? clock, random: .seeded(1))
        environment.events = { _ in [] }
        return AppModel(environment)
    }
}
