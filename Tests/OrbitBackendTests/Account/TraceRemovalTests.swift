import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import OrbitBackend

/// When the backend has the store remove the bytes of deleted records.
@Suite struct TraceRemovalTests {
    private let store = TraceStore()
    private let server: TestServer

    init() {
        server = TestServer(store: store)
    }

    private func erase(_ name: String) async throws {
        let member = try #require(try await server.members(name).first)
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
    }

    @Test func `an erasure removes traces once at its end, without due work`() async throws {
        let member = try #require(try await server.members("maya").first)
        try await server.leavingWork {
            let response = try await server.send(.delete, "/users/me", token: member.token)
            #expect(response.status == 200)
        }
        #expect(store.calls == 0)
        _ = try await server.send(.get, "/users/me")
        #expect(store.calls == 1)
        _ = try await server.send(.get, "/users/me")
        #expect(store.calls == 1)
        try await erase("liam")
        #expect(store.calls == 2)
    }

    @Test func `due work removes traces once a day`() async throws {
        for day in 1...3 {
            for _ in 0..<2 { try await server.backend.doDueWork() }
            #expect(store.calls == day)
            server.clock.advance(by: .seconds(86_399))
            try await server.backend.doDueWork()
            #expect(store.calls == day)
            server.clock.advance(by: .seconds(1))
        }
    }

    @Test func `due work tries again on the same day after the store has refused`() async throws {
        store.refuse(2)
        for _ in 0..<2 {
            await #expect(throws: StoreError.unavailable) { try await server.backend.doDueWork() }
        }
        try await server.backend.doDueWork()
        try await server.backend.doDueWork()
        #expect(store.calls == 3)
    }

    @Test func `due work of the same day removes traces that an erasure could not remove`() async throws {
        try await server.backend.doDueWork()
        #expect(store.calls == 1)
        store.refuse(1)
        try await erase("maya")
        #expect(store.calls == 2)
        try await server.backend.doDueWork()
        try await server.backend.doDueWork()
        #expect(store.calls == 3)
    }
}

/// A store in memory that counts calls of `removeTraces()` and refuses some of them.
private final class TraceStore: BackendStore {
    private struct State {
        var calls = 0
        var refusals = 0
    }

    private let store = MemoryStore()
    private let state = LockedState(State())

    /// Refused calls included.
    var calls: Int { state.withLock { $0.calls } }

    /// Refuses the next calls.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }

    func removeTraces() async throws {
        try state.withLock { state in
            state.calls += 1
            guard state.refusals > 0 else { return }
            state.refusals -= 1
            throw StoreError.unavailable
        }
    }
}
