import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import Auth

/// An exchange whose session ends just as it completes, too late to abandon its request.
@Suite struct OvertakenExchangeTests {
    private let clock = VirtualClock()
    private let memory = MemoryTokenStore()

    // MARK: After the lock of the store was released

    @Test func `a pair from an exchange that completes during a sign-out is revoked and not used`() async throws {
        let (current, store) = try await leaving([.success(grant(2))])
        let waiter = Task { try await current.token() }
        await store.left.pass()
        let exchange = await current.exchange
        #expect(await current.signOut().refreshToken?.reveal == "refresh-2")
        await #expect(throws: AuthError.signedOut) { try await waiter.value }
        await store.goOn.open()
        await exchange?.value
        #expect(await current.state == .signedOut(.byUser))
        await #expect(throws: AuthError.signedOut) { try await current.token() }
        #expect(await memory.load() == .absent)
    }

    @Test func `the end of a replaced session does not end the new session`() async throws {
        let (current, store) = try await leaving([.problem(401, sessionEnded)])
        let waiter = Task { try await current.token() }
        await store.left.pass()
        let exchange = await current.exchange
        await current.signIn(grant(7, user: "u_2"), askedAt: clock.uptime)
        await #expect(throws: AuthError.signedOut) { try await waiter.value }
        await store.goOn.open()
        await exchange?.value
        #expect(await current.state == .signedIn("u_2", isStored: true))
        #expect(try await current.token().token.reveal == "access-7")
    }

    @Test func `a fault of an abandoned exchange does not fail callers of the next exchange`() async throws {
        let (current, store) = try await leaving([HTTPResponse(status: 503), .success(grant(8, user: "u_2"))])
        let first = Task { try await current.token() }
        await store.left.pass()
        let exchange = await current.exchange
        await current.signIn(grant(7, user: "u_2", expiresIn: 0), askedAt: clock.uptime)
        await #expect(throws: AuthError.signedOut) { try await first.value }
        let second = Task { try await current.token() }
        await store.leftAgain.pass()
        await store.goOn.open()
        await exchange?.value
        await store.goOnAgain.open()
        #expect(try await second.value.token.reveal == "access-8")
    }

    // MARK: Under the lock of the store

    /// The session may have ended while another process held the lock.
    @Test(arguments: [true, false]) func `a session that ended before its exchange began is not exchanged`(
        isStored: Bool
    ) async throws {
        #expect(try await outcome([], isCurrent: [false], isStored: isStored) == .superseded)
    }

    @Test func `a pair for a session that ended during the exchange is not stored`() async throws {
        #expect(try await outcome([.success(grant(2))], isCurrent: [true, false]) == .superseded)
    }

    @Test func `a session that ended is not removed from the store by a late refusal`() async throws {
        #expect(try await outcome([.problem(401, sessionEnded)], isCurrent: [true, false]) == .superseded)
    }

    private enum Outcome { case used, superseded }

    /// Returns the outcome of an exchange of the first pair. Expects that the stored session is unchanged and that all
    /// responses are requested.
    ///
    /// - Parameter isCurrent: The results of the checks whether the session is still current, in order.
    private func outcome(_ responses: [HTTPResponse], isCurrent: [Bool], isStored: Bool = true) async throws -> Outcome
    {
        let first = session(1, issued: clock.date - 900)
        try await memory.save(first)
        let stub = StubTransport(responses.map { .expect(.post, "/api/auth/refresh", response: $0) })
        let looks = Looks(isCurrent)
        let exchange = TokenExchange(
            held: ActiveSession(first, isStored: isStored, at: clock), client: try .scripted(stub, time: clock),
            time: clock
        ) { await looks.next() }
        let outcome = try await memory.withExclusiveAccess { try await exchange.run($0) }
        #expect(await memory.load() == .session(first))
        try await stub.finish()
        if case .superseded = outcome { return .superseded }
        return .used
    }

    private actor Looks {
        private var found: ArraySlice<Bool>

        init(_ found: [Bool]) { self.found = found[...] }

        func next() -> Bool { found.popFirst() ?? true }
    }

    /// Returns a session that is due for an exchange, with a store that delays each exchange after its lock is
    /// released.
    private func leaving(_ responses: [HTTPResponse]) async throws -> (CurrentSession, LeavingStore) {
        try await memory.save(session(1, issued: clock.date - 900))
        let stub = StubTransport(responses.map { .expect(.post, "/api/auth/refresh", response: $0) })
        let store = LeavingStore(memory: memory)
        let current = CurrentSession(store: store, client: try .scripted(stub, time: clock), time: clock)
        await current.restore()
        return (current, store)
    }
}

/// A store that delays an exchange after it releases the lock: the first until `goOn` opens, the next until `goOnAgain`
/// opens.
private struct LeavingStore: TokenStore {
    let memory: MemoryTokenStore
    let left = Gate(), leftAgain = Gate()
    let goOn = Gate(), goOnAgain = Gate()
    private let exchanges = Exchanges()

    var status: TokenStoreStatus { memory.status }

    init(memory: MemoryTokenStore) { self.memory = memory }

    func load() async -> StoredSession { await memory.load() }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        let isExchange = Result.self == TokenExchange.Outcome.self
        do {
            let result = try await memory.withExclusiveAccess(body)
            if isExchange { await holdUp() }
            return result
        } catch {
            if isExchange { await holdUp() }
            throw error
        }
    }

    private func holdUp() async {
        let isFirst = await exchanges.isFirst()
        await (isFirst ? left : leftAgain).open()
        await (isFirst ? goOn : goOnAgain).pass()
    }

    private actor Exchanges {
        private var count = 0

        func isFirst() -> Bool {
            count += 1
            return count == 1
        }
    }
}
