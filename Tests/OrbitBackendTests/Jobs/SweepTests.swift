import Foundation
import Networking
import NetworkingTesting
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The removal of expired records. Due work removes them, and no request waits for the removal.
@Suite struct SweepTests {
    private let store = CountingStore()
    private let server: TestServer

    init() {
        server = TestServer(store: store)
    }

    /// Stores records that have expired.
    private func leave(_ count: Int) async throws {
        try await store.transaction { [then = server.clock.date.addingTimeInterval(-8 * 86_400)] transaction in
            for number in 0..<count {
                try transaction.put(JobLease(of: "job \(number)", by: "another", now: then))
            }
        }
    }

    private func kept() async throws -> Int {
        try await store.read { try $0.count(JobLease.self, IndexQuery(IndexEntry.expiryIndex)) }
    }

    @Test func `due work removes all expired records, at most 200 in a transaction`() async throws {
        func transactions() async throws -> Int {
            let before = store.transactions
            try await server.backend.runScheduledWork()
            return store.transactions - before
        }
        let idle = try await transactions()
        try await leave(450)
        #expect(try await transactions() == idle + 3)
        #expect(try await kept() == 0)
        #expect(try await transactions() == idle)
    }

    @Test func `a cancelled removal leaves the expired records`() async throws {
        try await leave(3)
        let removal = Task { [context = server.backend.context] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await Sweep.run(context)
        }
        await #expect(throws: CancellationError.self) { try await removal.value }
        #expect(try await kept() == 3)
    }

    @Test func `a request takes the same store calls however many records have expired`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        func calls(poking person: Member) async throws -> Int {
            store.reset()
            _ = try await server.deferringWork { try await server.poke(person.id, by: people[0]) }
            return store.calls
        }
        let before = try await calls(poking: people[1])
        try await leave(450)
        #expect(try await calls(poking: people[2]) == before)
        #expect(try await kept() == 450)
    }

    @Test func `if no program runs due work, requests remove expired records at most every 30 seconds`()
        async throws
    {
        for (pause, expected) in [(0, 0), (29, 3), (1, 0), (29, 3)] {
            try await leave(3)
            server.clock.advance(by: .seconds(pause))
            #expect(try await server.send(.get, "/users/me").status == 401)
            #expect(try await kept() == expected, "after \(pause) s")
        }
    }
}
