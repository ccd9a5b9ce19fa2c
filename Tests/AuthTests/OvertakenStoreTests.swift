import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import Auth

/// Sign-outs while the store is still reading or writing.
@Suite struct OvertakenStoreTests {
    private let clock = VirtualClock()
    private let memory = MemoryTokenStore()

    private func current(_ store: PausingStore) throws -> CurrentSession {
        CurrentSession(store: store, client: try .scripted(StubTransport([]), time: clock), time: clock)
    }

    @Test func `a session that was read before a sign-out is not restored after it`() async throws {
        try await memory.save(session(1, issued: clock.date))
        let store = PausingStore(memory: memory, pausesReads: true)
        let current = try current(store)
        let restoring = Task { await current.restore() }
        await store.paused.pass()
        #expect(await current.signOut().refreshToken?.reveal == "refresh-1")
        await store.goOn.open()
        #expect(await restoring.value == .signedOut(.byUser))
        await #expect(throws: AuthError.signedOut) { try await current.token() }
    }

    @Test func `a sign-out during the save of a sign-in removes the session`() async throws {
        let store = PausingStore(memory: memory, pausesReads: false)
        let current = try current(store)
        let start = clock.uptime
        let signingIn = Task { await current.signIn(grant(1), askedAt: start) }
        await store.paused.pass()
        let signingOut = Task { await current.signOut() }
        for await state in await current.states() where state == .signedOut(.byUser) { break }
        await store.goOn.open()
        await signingIn.value
        let left = await signingOut.value
        #expect(left.refreshToken?.reveal == "refresh-1" && left.storeError == nil)
        #expect(await current.state == .signedOut(.byUser))
        #expect(await memory.load() == .absent)
    }
}

/// A store that pauses after a read or before a change, until `goOn` opens.
private struct PausingStore: TokenStore {
    let memory: MemoryTokenStore
    let pausesReads: Bool
    let paused = Gate(), goOn = Gate()

    init(memory: MemoryTokenStore, pausesReads: Bool) {
        self.memory = memory
        self.pausesReads = pausesReads
    }

    var status: TokenStoreStatus { memory.status }

    func load() async -> StoredSession {
        let stored = await memory.load()
        if pausesReads { await pause() }
        return stored
    }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        if !pausesReads { await pause() }
        return try await memory.withExclusiveAccess(body)
    }

    private func pause() async {
        await paused.open()
        await goOn.pass()
    }
}
