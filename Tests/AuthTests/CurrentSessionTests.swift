import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Auth

@Suite struct CurrentSessionTests {
    let clock = VirtualClock()
    let store = MemoryTokenStore()

    @Test func `a stored session is restored at launch`() async throws {
        try await store.save(session(1, issued: clock.date))
        let current = try await restored(StubTransport([]))
        #expect(await current.state == .signedIn("u_1", isStored: true))
        #expect(try await current.token().token.reveal == "access-1")
    }

    @Test func `an empty store is restored as signed out`() async throws {
        let current = try await restored(StubTransport([]))
        #expect(await current.state == .signedOut(.notSignedIn))
        await #expect(throws: AuthError.signedOut) { try await current.token() }
    }

    @Test func `an unreadable store is not a sign-out`() async throws {
        let current = CurrentSession(
            store: LockedStore(), client: try .scripted(StubTransport([]), time: clock), time: clock)
        #expect(await current.restore() == .unreadable(reason: "The device is locked."))
        await #expect(throws: AuthError.sessionUnreadable) { try await current.token() }
    }

    @Test func `a token is exchanged 30 seconds before it expires`() async throws {
        try await store.save(session(1, issued: clock.date))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        let current = try await restored(stub)
        clock.advance(by: .seconds(869))
        #expect(try await current.token().token.reveal == "access-1")
        clock.advance(by: .seconds(1))
        #expect(try await current.token().token.reveal == "access-2")
        #expect(await store.load() == .session(session(2, issued: clock.date)))
        try await stub.finish()
    }

    @Test func `a token with a lifetime below a minute is exchanged after half of it, also at launch`()
        async throws
    {
        try await store.save(session(1, issued: clock.date - 30, lifetime: 40))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        #expect(try await restored(stub).token().token.reveal == "access-2")
        try await stub.finish()
    }

    @Test(arguments: [(19.0, "access-1"), (20.0, "access-2")])
    func `a stored token with a lifetime of 40 seconds is exchanged from its 20th second on`(
        age: TimeInterval, token: String
    ) async throws {
        try await store.save(session(1, issued: clock.date - age, lifetime: 40))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        #expect(try await restored(stub).token().token.reveal == token)
    }

    @Test func `restoring again keeps the session in use`() async throws {
        let current = try await restored(StubTransport([]))
        await current.signIn(grant(1), askedAt: clock.uptime)
        try await store.save(session(5, issued: clock.date))
        #expect(await current.restore() == .signedIn("u_1", isStored: true))
        #expect(try await current.token().token.reveal == "access-1")
    }

    @Test func `a thousand callers at expiry share a single exchange`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        let current = try await restored(stub)
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<1_000 { group.addTask { try await current.token().token.reveal } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == ["access-2"])
        try await stub.finish()
    }

    @Test func `cancelling the first caller of an exchange does not cancel another`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let arrived = Gate()
        let gate = Gate()
        let stub = StubTransport([exchange(answering: try .success(grant(2)), arrived: arrived, gate: gate)])
        let current = try await restored(stub)
        let first = Task { try await current.token() }
        await arrived.pass()
        let second = Task { try await current.token() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await gate.open()
        #expect(try await second.value.token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `a refused token is exchanged once, and later callers get its replacement`() async throws {
        try await store.save(session(1, issued: clock.date))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        let current = try await restored(stub)
        let old = try await current.token()
        #expect(try await current.token(replacing: old).token.reveal == "access-2")
        #expect(try await current.token(replacing: old).token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `the server's session_ended signs the user out once`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .problem(401, sessionEnded))])
        let current = try await restored(stub)
        var states = await current.states().makeAsyncIterator()
        #expect(await states.next() == .signedIn("u_1", isStored: true))
        await #expect(throws: AuthError.sessionEnded) { try await current.token() }
        await #expect(throws: AuthError.sessionEnded) { try await current.token() }
        #expect(await states.next() == .signedOut(.ended(.unspecified)))
        #expect(await store.load() == .absent)
        try await stub.finish()
    }

    @Test(arguments: ExchangeFault.allCases)
    func `a fault of an exchange does not sign the user out`(fault: ExchangeFault) async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let stub = StubTransport([
            try fault.exchange(), .expect(.post, "/api/auth/refresh", response: try .success(grant(2))),
        ])
        let current = try await restored(stub)
        await #expect(throws: APIError.self) { try await current.token() }
        #expect(await current.state == .signedIn("u_1", isStored: true))
        #expect(try await current.token().token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `a failed exchange returns the old token while it is valid`() async throws {
        try await store.save(session(1, issued: clock.date))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", error: .cannotConnect)])
        let current = try await restored(stub)
        clock.advance(by: .seconds(880))
        #expect(try await current.token().token.reveal == "access-1")
        try await stub.finish()
    }

    @Test func `an exchange that ends after a sign-out does not restore the session`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let arrived = Gate()
        let gate = Gate()
        let stub = StubTransport([exchange(answering: try .success(grant(2)), arrived: arrived, gate: gate)])
        let current = try await restored(stub)
        let waiter = Task { try await current.token() }
        await arrived.pass()
        let exchange = await current.exchange
        let left = await current.signOut()
        await #expect(throws: AuthError.signedOut) { try await waiter.value }
        await gate.open()
        await exchange?.value  // until the late response is handled
        try await stub.finish()
        #expect(left.refreshToken?.reveal == "refresh-1")
        #expect(await current.state == .signedOut(.byUser))
        #expect(await store.load() == .absent)
    }

    @Test func `signing out cancels the request of an exchange`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let (arrived, cancelled) = (Gate(), Gate())
        let stub = StubTransport([
            .expect(.post, "/api/auth/refresh") { _ throws(TransportError) in
                await arrived.open()
                do {
                    try await VirtualClock().sleep(for: .seconds(1))
                } catch {
                    await cancelled.open()
                    throw .cancelled
                }
                throw .malformedResponse
            }
        ])
        let current = try await restored(stub)
        let waiter = Task { try await current.token() }
        await arrived.pass()
        _ = await current.signOut()
        await cancelled.pass()
        await #expect(throws: AuthError.signedOut) { try await waiter.value }
    }

    @Test func `an exchange that ends after another sign-in does not affect the new session`() async throws {
        try await store.save(session(1, issued: clock.date - 900))
        let arrived = Gate()
        let gate = Gate()
        let stub = StubTransport([exchange(answering: try .problem(401, sessionEnded), arrived: arrived, gate: gate)])
        let current = try await restored(stub)
        let waiter = Task { try await current.token() }
        await arrived.pass()
        let exchange = await current.exchange
        await current.signIn(grant(7, user: "u_2"), askedAt: clock.uptime)
        await gate.open()
        await exchange?.value
        await #expect(throws: AuthError.signedOut) { try await waiter.value }
        #expect(await current.state == .signedIn("u_2", isStored: true))
        #expect(try await current.token().token.reveal == "access-7")
    }

    @Test func `a session that cannot be saved lasts until the process ends, and is marked as not stored`() async throws
    {
        let current = CurrentSession(
            store: LockedStore(), client: try .scripted(StubTransport([]), time: clock), time: clock)
        await current.signIn(grant(1), askedAt: clock.uptime)
        #expect(await current.state == .signedIn("u_1", isStored: false))
        #expect(try await current.token().token.reveal == "access-1")
        #expect(await current.signOut().storeError is TokenStoreError)
        #expect(await current.state == .signedOut(.byUser))
    }

    @Test(arguments: [-10.0 * 365 * 86_400, 10.0 * 365 * 86_400]) func `a clock that jumps costs at most one exchange`(
        jump: Double
    ) async throws {
        try await store.save(session(1, issued: clock.date))
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        clock.jumpDate(by: .seconds(jump))
        let current = try await restored(stub)
        for _ in 0..<10 { #expect(try await current.token().token.reveal == "access-2") }
        clock.jumpDate(by: .seconds(-jump))
        for _ in 0..<10 { #expect(try await current.token().token.reveal == "access-2") }
        try await stub.finish()
    }

    @Test(arguments: [Int.min, -1, 0, Int.max]) func `a lifetime out of range does not trap`(expiresIn: Int)
        async throws
    {
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        let current = CurrentSession(store: store, client: try .scripted(stub, time: clock), time: clock)
        await current.signIn(grant(1, expiresIn: expiresIn), askedAt: clock.uptime)
        let token = try await current.token().token.reveal
        #expect(token == (expiresIn > 0 ? "access-1" : "access-2"))
    }

    @Test func `a start of a sign-in in the future does not lengthen the lifetime of the token`() async throws {
        let stub = StubTransport([.expect(.post, "/api/auth/refresh", response: try .success(grant(2)))])
        let current = CurrentSession(store: store, client: try .scripted(stub, time: clock), time: clock)
        await current.signIn(grant(1), askedAt: clock.uptime + .seconds(1_000_000))
        clock.advance(by: .seconds(900))
        #expect(try await current.token().token.reveal == "access-2")
        try await stub.finish()
    }

    @Test func `an observer that ended does not stop other observers`() async throws {
        let current = try await restored(StubTransport([]))
        do {
            var gone = await current.states().makeAsyncIterator()
            #expect(await gone.next() == .signedOut(.notSignedIn))
        }
        var staying = await current.states().makeAsyncIterator()
        await current.signIn(grant(1), askedAt: clock.uptime)
        #expect(await staying.next() == .signedIn("u_1", isStored: true))
    }

    @Test func `a broadcast reports an observer that ended, and sends later values to the remaining observer`() async {
        let ended = LockedState<[Int]>([])
        var broadcast = CurrentSession.StateBroadcast(0)
        do {
            var gone = broadcast.observe { id in ended.withLock { $0.append(id) } }.makeAsyncIterator()
            #expect(await gone.next() == 0)
        }
        var staying = broadcast.observe { id in ended.withLock { $0.append(id) } }.makeAsyncIterator()
        #expect(ended.withLock { $0 } == [1])
        broadcast.remove(1)
        broadcast.send(5)
        #expect(await staying.next() == 5)
    }

    @Test func `a broadcast does not repeat its current value`() async {
        var broadcast = CurrentSession.StateBroadcast(0)
        let stream = broadcast.observe { _ in }
        var values = stream.makeAsyncIterator()
        #expect(await values.next() == 0)
        broadcast.send(0)
        // A cancelled reader receives a buffered value, and otherwise nil.
        let gate = Gate()
        let reader = Task { () -> Int? in
            await gate.pass()
            var later = stream.makeAsyncIterator()
            return await later.next()
        }
        reader.cancel()
        await gate.open()
        #expect(await reader.value == nil)
    }

    private func restored(_ transport: StubTransport) async throws -> CurrentSession {
        let current = CurrentSession(store: store, client: try .scripted(transport, time: clock), time: clock)
        await current.restore()
        return current
    }

    /// Returns an exchange that reports its arrival, and responds when the gate opens.
    private func exchange(answering response: HTTPResponse, arrived: Gate, gate: Gate) -> StubTransport.Exchange {
        .expect(.post, "/api/auth/refresh") { _ in
            await arrived.open()
            await gate.pass()
            return response
        }
    }
}

/// Faults of an exchange that do not end the session.
enum ExchangeFault: CaseIterable {
    case offline, lost, untrusted, busy, busyWithCode, forbiddenWithCode, limited, captivePortal, bareRefusal, nonsense
    case truncated

    func exchange() throws -> StubTransport.Exchange {
        let (method, target) = (HTTPMethod.post, "/api/auth/refresh")
        return switch self {
        case .offline: .expect(method, target, error: .cannotConnect)
        case .lost: .expect(method, target, error: .connectionLost)
        case .untrusted: .expect(method, target, error: .untrusted)
        case .busy: .expect(method, target, response: HTTPResponse(status: 503))
        case .busyWithCode: .expect(method, target, response: try .problem(503, sessionEnded))
        case .forbiddenWithCode: .expect(method, target, response: try .problem(403, sessionEnded))
        case .limited:
            .expect(
                method, target,
                response: try .problem(429, Problem(code: .rateLimited, message: "Wait.", retryAfter: 9)))
        case .captivePortal: .expect(method, target, response: HTTPResponse(status: 401, body: Data("<html>".utf8)))
        case .bareRefusal:
            .expect(method, target, response: try .problem(401, Problem(code: .unauthenticated, message: "No.")))
        case .nonsense: .expect(method, target, response: HTTPResponse(status: 200, body: Data("<html>".utf8)))
        case .truncated:
            .expect(method, target, response: HTTPResponse(status: 200, body: Data(#"{"success":true,"da"#.utf8)))
        }
    }
}

/// A store on a locked device.
private struct LockedStore: TokenStore {
    var status: TokenStoreStatus { TokenStoreStatus(protection: .keychain) }

    func load() async -> StoredSession { .unavailable(reason: "The device is locked.") }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        throw TokenStoreError.unavailable(reason: "The device is locked.")
    }
}
