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

/// How the app follows the session, and what it does with one that cannot be read.
@Suite @MainActor struct SessionTests {
    private let clock = VirtualClock()
    private let store = LockableTokenStore()

    private func app(_ exchanges: [StubTransport.Exchange]) async throws -> AppModel {
        try await store.tokens.save(
            AuthSession(
                userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                issuedAt: clock.date, accessExpiresAt: clock.date + 900))
        return AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"), transport: StubTransport(exchanges),
                tokens: store, zone: .gmt, time: clock, random: .seeded(1)))
    }

    private func me() throws -> StubTransport.Exchange {
        let data = ProfileData(
            userID: "u_1", email: "maya@stanford.edu", profile: Profile(name: "Maya"), profileComplete: true)
        return .expect(
            .get, "/api/users/me", answer: try .success(data, entityTag: EntityTag(rawValue: "\"1\"")))
    }

    @Test func `a session that is watched and launched asks for the profile once`() async throws {
        let app = try await app([try me()])
        let watch = Task { await app.watchSession() }
        await app.launch()
        await until { app.route == .home }
        #expect(app.profile.saved.failure == nil)
        watch.cancel()
        await watch.value
    }

    @Test func `a session that the server ends while it is watched leads back to signing in`() async throws {
        let ended = Problem(code: .sessionEnded, message: "Sign in again.")
        let app = try await app([
            try me(), .expect(.get, "/api/matches/today", answer: HTTPResponse(status: 401)),
            .expect(.post, "/api/auth/refresh", answer: try .problem(401, ended)),
        ])
        await app.launch()
        let watch = Task { await app.watchSession() }
        let today = app.today
        await today.load()
        await until { app.route == .auth }
        #expect(app.today !== today)
        watch.cancel()
        await watch.value
    }

    @Test func `watching ends with its task`() async throws {
        let app = try await app([])
        let watch = Task { await app.watchSession() }
        watch.cancel()
        await watch.value
        #expect(app.route == .launching)
    }

    @Test func `a session that cannot be read is not a sign-out, and can be tried again`() async throws {
        let app = try await app([try me()])
        store.isLocked.withLock { $0 = true }
        let watch = Task { await app.watchSession() }
        await app.launch()
        #expect(app.route == .locked)
        await app.launch()
        #expect(app.route == .locked)
        store.isLocked.withLock { $0 = false }
        await app.launch()
        await until { app.route == .home }
        watch.cancel()
        await watch.value
    }

    @Test func `a session that cannot be read can be given up`() async throws {
        let app = try await app([])
        store.isLocked.withLock { $0 = true }
        await app.launch()
        try await app.logout()
        #expect(app.route == .auth)
        store.isLocked.withLock { $0 = false }
        #expect(await store.load() == .absent)
    }
}

/// Says that its session cannot be read, as long as it is locked.
private struct LockableTokenStore: TokenStore {
    let tokens = MemoryTokenStore()
    let isLocked = Locked(false)

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
