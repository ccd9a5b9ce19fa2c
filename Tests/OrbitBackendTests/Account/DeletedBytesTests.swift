import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The times at which the backend makes the store remove the bytes of deleted records.
@Suite struct DeletedBytesTests {
    private let store = CountingStore()
    private let server: TestServer

    init() {
        server = TestServer(store: store)
    }

    private func erase(_ name: String) async throws {
        let member = try #require(try await server.members(name).first)
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
    }

    @Test func `an erasure removes deleted bytes once at its end, without due work`() async throws {
        let member = try #require(try await server.members("maya").first)
        try await server.deferringWork {
            let response = try await server.send(.delete, "/users/me", token: member.token)
            #expect(response.status == 200)
        }
        #expect(store.byteRemovals == 0)
        _ = try await server.send(.get, "/users/me")
        #expect(store.byteRemovals == 1)
        _ = try await server.send(.get, "/users/me")
        #expect(store.byteRemovals == 1)
        try await erase("liam")
        #expect(store.byteRemovals == 2)
    }

    @Test func `due work removes deleted bytes once a day`() async throws {
        for day in 1...3 {
            for _ in 0..<2 { try await server.backend.runScheduledWork() }
            #expect(store.byteRemovals == day)
            server.clock.advance(by: .seconds(86_399))
            try await server.backend.runScheduledWork()
            #expect(store.byteRemovals == day)
            server.clock.advance(by: .seconds(1))
        }
    }

    @Test func `due work retries the removal of deleted bytes on the same day after failures`() async throws {
        store.refuseByteRemovals(2)
        for _ in 0..<2 {
            await #expect(throws: StoreError.unavailable) { try await server.backend.runScheduledWork() }
        }
        try await server.backend.runScheduledWork()
        try await server.backend.runScheduledWork()
        #expect(store.byteRemovals == 3)
    }

    @Test func `due work of the same day removes deleted bytes that an erasure could not remove`() async throws {
        try await server.backend.runScheduledWork()
        #expect(store.byteRemovals == 1)
        store.refuseByteRemovals(1)
        try await erase("maya")
        #expect(store.byteRemovals == 2)
        try await server.backend.runScheduledWork()
        try await server.backend.runScheduledWork()
        #expect(store.byteRemovals == 3)
    }
}
