import Auth
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite(.timeLimit(.minutes(5))) @MainActor struct SessionStoreTests {
    private let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))

    private func settings(maxSessions: Int = 2, perAddress: Int = 200) async throws -> WebSettings {
        var settings = WebSettings.demonstration(
            try await DemoWorld.make(people: 4, over: clock), random: .seeded(3))
        settings.time = clock
        settings.maxSessions = maxSessions
        settings.maxStrangersPerAddress = perAddress
        return settings
    }

    /// Creates a session after all earlier sessions.
    private func open(_ store: SessionStore, at address: String = "192.0.2.1") async throws -> WebSession {
        clock.advance(by: .milliseconds(10))
        return try await store.makeSession(language: .english, at: address)
    }

    /// Creates a session in which a resident has requested a code.
    private func openSignIn(
        _ store: SessionStore, _ settings: WebSettings, resident: Int = 0, at address: String = "192.0.2.1"
    ) async throws -> WebSession {
        let session = try await open(store, at: address)
        session.app.auth.email = try #require(settings.demonstration).campus.residents[resident].email
        await session.app.auth.sendCode()
        return session
    }

    /// Creates a session in which a resident is signed in.
    private func openUser(
        _ store: SessionStore, _ settings: WebSettings, resident: Int = 0
    ) async throws -> WebSession {
        let session = try await openSignIn(store, settings, resident: resident)
        session.app.auth.verificationCode = "123456"
        await session.app.verifyCode()
        try #require(session.isSignedIn)
        session.noteUser()
        store.renew(session)
        return session
    }

    /// Whether the store has the sessions, in order.
    private func isKnown(_ sessions: [WebSession], to store: SessionStore) async throws -> [Bool] {
        var known: [Bool] = []
        for session in sessions {
            known.append(try await store.session(session.id, at: session.address.text) === session)
        }
        return known
    }

    @Test func `an id that the store has not made has no session`() async throws {
        let store = SessionStore(settings: try await settings())
        #expect(try await store.session("planted", at: "192.0.2.1") == nil)
        #expect(try await store.session(nil, at: "192.0.2.1") == nil)
    }

    @Test func `a new id replaces the old id of a session`() async throws {
        let settings = try await settings()
        let store = SessionStore(settings: settings)
        let user = try await openUser(store, settings)
        let old = user.id
        store.renew(user)
        #expect(user.id != old && user.id.count == 64)
        #expect(try await store.session(old, at: "192.0.2.1") == nil)
        #expect(try await store.session(user.id, at: "192.0.2.1") === user)
    }

    @Test func `beyond the maximum, the sessions of users in use are kept and the new session is refused`() async throws
    {
        let settings = try await settings()
        let store = SessionStore(settings: settings)
        let users = [
            try await openUser(store, settings), try await openUser(store, settings, resident: 1),
        ]
        for user in users { user.lastUse = clock.uptime }
        await #expect(throws: SessionStore.Full.self) {
            _ = try await store.makeSession(language: .english, at: "192.0.2.1")
        }
        #expect(try await isKnown(users, to: store) == [true, true])
    }

    @Test func `a user without requests for a minute makes room for a new session, and is restored later`() async throws
    {
        let settings = try await settings()
        let store = SessionStore(settings: settings)
        let first = try await openUser(store, settings)
        let second = try await openUser(store, settings, resident: 1)
        clock.advance(by: .seconds(61))
        second.lastUse = clock.uptime
        let stranger = try await open(store)
        #expect(store.count == 2)
        #expect(try await isKnown([second, stranger], to: store) == [true, true])
        let restored = try #require(try await store.session(first.id, at: "192.0.2.1"))
        #expect(restored !== first && restored.isSignedIn && !restored.needsNewID)
        #expect(store.count == 2)
        #expect(try await isKnown([second, stranger], to: store) == [true, false])
    }

    @Test func `beyond the maximum of an address, its oldest session without a user is released`() async throws {
        let store = SessionStore(settings: try await settings(maxSessions: 8, perAddress: 2))
        let other = try await open(store, at: "192.0.2.2")
        let sessions = [try await open(store), try await open(store), try await open(store)]
        #expect(store.count == 3)
        #expect(try await isKnown([other] + sessions, to: store) == [true, false, true, true])
    }

    @Test func `the addresses of one IPv6 network count as one address`() async throws {
        let store = SessionStore(settings: try await settings(maxSessions: 8, perAddress: 1))
        let sessions = [
            try await open(store, at: "2001:db8::1"), try await open(store, at: "2001:db8:0:1::1"),
            try await open(store, at: "2001:db8::2"),
        ]
        #expect(try await isKnown(sessions, to: store) == [false, true, true])
    }

    @Test func `sessions without a user take at most half, and the oldest makes room for the next`() async throws {
        let store = SessionStore(settings: try await settings(maxSessions: 4))
        let sessions = [
            try await open(store, at: "192.0.2.1"), try await open(store, at: "192.0.2.2"),
            try await open(store, at: "192.0.2.3"),
        ]
        #expect(store.count == 2)
        #expect(try await isKnown(sessions, to: store) == [false, true, true])
    }

    @Test(arguments: [(4, 200), (8, 2)])
    func `a sign-in that waits for its code is released after all visitors`(_ most: Int, _ perAddress: Int) async throws
    {
        let settings = try await settings(maxSessions: most, perAddress: perAddress)
        let store = SessionStore(settings: settings)
        let signIn = try await openSignIn(store, settings)
        let visitors = [try await open(store), try await open(store)]
        #expect(try await isKnown([signIn] + visitors, to: store) == [true, false, true])
        // Of sign-ins alone, the oldest is released.
        let later = [
            try await openSignIn(store, settings, resident: 1), try await openSignIn(store, settings, resident: 2),
        ]
        #expect(try await isKnown([signIn] + later, to: store) == [false, true, true])
    }

    @Test func `a returning user takes the place of a visitor, even of a recent one`() async throws {
        let settings = try await settings()
        let store = SessionStore(settings: settings)
        let user = try await openUser(store, settings)
        clock.advance(by: .seconds(901))
        store.removeExpired()
        #expect(store.count == 0)
        let other = try await openUser(store, settings, resident: 1)
        let visitor = try await open(store)
        #expect(try await store.session(user.id, at: "192.0.2.1")?.isSignedIn == true)
        #expect(try await isKnown([other, visitor], to: store) == [true, false])
    }

    @Test func `the models of an idle session are released`() async throws {
        let store = SessionStore(settings: try await settings())
        _ = try await open(store)
        clock.advance(by: .seconds(901))
        store.removeExpired()
        #expect(store.count == 0)
    }
}
