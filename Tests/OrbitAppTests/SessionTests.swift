import Auth
import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// The reactions of the app to its session, including a session that cannot be read.
@Suite @MainActor struct SessionTests {
    private let clock = VirtualClock()
    private let store = LockableTokenStore()

    private func app(
        _ exchanges: [StubTransport.Exchange], events: [any EventTransport] = []
    ) async throws -> AppModel {
        try await store.tokens.save(
            AuthSession(
                userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                issuedAt: clock.date, accessExpiresAt: clock.date + 900))
        var environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"), transport: StubTransport(exchanges),
            tokens: store, zone: .gmt, time: clock, random: .seeded(1))
        environment.events = { _ in events }
        return AppModel(environment)
    }

    private func me() throws -> StubTransport.Exchange {
        let data = ProfileData(
            userID: "u_1", email: "maya@stanford.edu", profile: Profile(name: "Maya"), profileComplete: true)
        return .expect(
            .get, "/api/users/me", response: try .success(data, entityTag: EntityTag(rawValue: "\"1\"")))
    }

    @Test func `an app that is launched twice at once requests the profile once`() async throws {
        let app = try await app([try me()])
        async let second: Void = app.launch()
        await app.launch()
        await second
        #expect(app.route == .home)
        #expect(app.user?.profile.saved.value != nil && app.user?.profile.saved.failure == nil)
        #expect(app.sessionState == .signedIn("u_1", isStored: true))
    }

    @Test func `a session that the server ends leads back to signing in, and says why`() async throws {
        let ended = Problem(code: .sessionEnded, message: "Sign in again.")
        let app = try await app([
            try me(), .expect(.get, "/api/matches/today", response: HTTPResponse(status: 401)),
            .expect(.post, "/api/auth/refresh", response: try .problem(401, ended)),
        ])
        await app.launch()
        let user = try #require(app.user)
        await user.today.load()
        await waitUntil { app.route == .auth }
        #expect(app.user == nil)
        #expect(app.sessionState == .signedOut(.ended(.unspecified)))
    }

    @Test func `a sign-out closes the stream of events, even if a screen retains the user`() async throws {
        let events = ScriptedEvents()
        let logout = StubTransport.Exchange.expect(.post, "/api/auth/logout", response: HTTPResponse(status: 404))
        let app = try await app([try me(), logout], events: [events])
        await app.launch()
        let user = try #require(app.user)
        await waitUntil { user.connection == .live }
        #expect(events.closedCount == 0)
        try await app.logout()
        // If the app still followed the stream, the connection would now wait for the next attempt.
        events.end()
        await waitUntil { user.connection != .live }
        #expect(user.connection == .off)
        #expect(events.closedCount == 1 && events.positions.count == 1)
    }

    @Test func `a released app ends its routes, and leaves the session signed in`() async throws {
        var app: AppModel? = try await app([try me()])
        await app?.launch()
        weak let gone = app
        let session = try #require(app?.session)
        let routes = try #require(app?.routes())
        app = nil
        for await _ in routes {}  // ends with the app
        #expect(gone == nil)
        #expect(await session.state == .signedIn("u_1", isStored: true))
    }

    @Test func `a session that cannot be read is not a sign-out, and can be tried again`() async throws {
        let app = try await app([try me()])
        #expect(app.sessionState == .unknown && app.route == .launching && app.failure == nil)
        store.isLocked.withLock { $0 = true }
        await app.launch()
        #expect(app.route == .locked)
        #expect(app.sessionState == .unreadable(reason: "Unlock the device first."))
        #expect(app.failure?.message == "Unlock the device first.")
        #expect(app.failure?.kind == .local && app.failure?.canRetry == true)
        await app.retry()
        #expect(app.route == .locked)
        store.isLocked.withLock { $0 = false }
        await app.retry()
        #expect(app.route == .home && app.failure == nil)
    }

    @Test func `a session that cannot be read can be given up`() async throws {
        let app = try await app([])
        store.isLocked.withLock { $0 = true }
        await app.launch()
        try await app.logout()
        #expect(app.route == .auth && app.sessionState == .signedOut(.byUser))
        store.isLocked.withLock { $0 = false }
        #expect(await store.load() == .absent)
    }
}

/// A store whose session cannot be read while the store is locked.
private struct LockableTokenStore: TokenStore {
    let tokens = MemoryTokenStore()
    let isLocked = LockedState(false)

    var status: TokenStoreStatus { tokens.status }

    func load() async -> StoredSession {
        isLocked.withLock { $0 } ? .unavailable(reason: "Unlock the device first.") : await tokens.load()
    }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        try await tokens.withExclusiveAccess(body)
    }
}
