import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Auth

/// A sign-in that is followed by another sign-in or a sign-out before its session is stored.
@Suite struct OvertakenSignInTests {
    private let store = HeldStore()
    private let current: CurrentSession
    /// A value for each sign-in that has begun.
    private let began: AsyncStream<Void>

    init() throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        self.began = began
        current = CurrentSession(
            store: store, client: try .scripted(StubTransport([])),
            time: ReportingClock(clock: VirtualClock(), read: begin))
    }

    @Test func `a sign-out that overtakes two sign-ins leaves no session in the store`() async throws {
        await current.restore()
        var (began, states) = (began.makeAsyncIterator(), await current.states().makeAsyncIterator())
        #expect(await states.next() == .signedOut(.notSignedIn))
        let first = Task { [current] in await current.signIn(grant(1), askedAt: .zero) }
        _ = await began.next()
        await store.entered.pass()
        let second = Task { [current] in await current.signIn(grant(2, user: "u_2"), askedAt: .zero) }
        _ = await began.next()
        let ended = Task { [current] in await current.signOut() }
        #expect(await states.next() == .signedOut(.byUser))
        await store.opening.open()
        await first.value
        await second.value
        #expect(await ended.value.refreshToken?.reveal == "refresh-2")
        #expect(await store.load() == .absent)
        #expect(await current.state == .signedOut(.byUser))
    }

    @Test func `a sign-in that overtakes another sign-in is the stored session`() async throws {
        await current.restore()
        var began = began.makeAsyncIterator()
        let first = Task { [current] in await current.signIn(grant(1), askedAt: .zero) }
        _ = await began.next()
        await store.entered.pass()
        let second = Task { [current] in await current.signIn(grant(2, user: "u_2"), askedAt: .zero) }
        _ = await began.next()
        await store.opening.open()
        await first.value
        await second.value
        #expect(await current.state == .signedIn("u_2", isStored: true))
        guard case .session(let stored) = await store.load() else {
            Issue.record("no session is stored")
            return
        }
        #expect(stored.userID == "u_2")
    }
}

/// A store whose changes wait until a gate opens.
private struct HeldStore: TokenStore {
    private let memory = MemoryTokenStore()
    /// Opens when the first change has begun.
    let entered = Gate()
    let opening = Gate()

    var status: TokenStoreStatus { memory.status }

    func load() async -> StoredSession { await memory.load() }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        await entered.open()
        await opening.pass()
        return try await memory.withExclusiveAccess(body)
    }
}

/// A clock that reports each reading of the date. A sign-in reads the date once, when it begins.
private struct ReportingClock: TimeSource {
    let clock: VirtualClock
    let read: AsyncStream<Void>.Continuation

    var date: Date {
        read.yield()
        return clock.date
    }

    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration) async throws(CancellationError) { try await clock.sleep(for: duration) }
}
