import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ErasureStepTests {
    @Test func `a host of many guests is erased in transactions of at most 200 writes`() async throws {
        let store = WriteCounter()
        let server = TestServer.onCampus(store: store)
        let host = try await server.members("host")[0]
        let guests = try await server.crowd(150)
        for number in 0..<3 {
            let meetup = try await server.host(inHours: 30 + Double(number) * 10, by: host).meetup.id
            try await server.attend(meetup, guests)
        }
        _ = store.takeMost()
        let response = try await server.leavingWork { try await server.send(.delete, "/users/me", token: host.token) }
        #expect(response.status == 200)
        // The request itself does little of it.
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 1)
        try await server.backend.doDueWork()
        #expect(store.takeMost() <= Erasing.mostWrites)
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 0)
        #expect(try await server.mine(guests[0]).filter { $0.meetup.status == .cancelled }.count == 3)
    }

    @Test func `after a crash the next request has it gone on with`() async throws {
        let store = CrashingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("host", "guest")
        let guests = try await server.crowd(200)
        let meetup = try await server.host(by: people[0]).meetup.id
        try await server.attend(meetup, guests)
        store.crash(.afterCommit(0))
        #expect(try await server.send(.delete, "/users/me", token: people[0].token).status == 503)
        store.restart()
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 1)
        _ = try await server.poke("nobody", by: people[1])
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 0)
    }

    @Test func `what is written while it goes on is erased as well`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0].id
        let (now, last) = (server.clock.date, try #require(FeatureSet.orbit.erased.last).table)
        // It has got to the last table when a like comes.
        try await server.store.transaction { transaction in
            var erasure = ErasureRecord(person: maya, pseudonym: "p", startedAt: now, hiddenSince: now)
            erasure.table = last
            try transaction.put(erasure)
            try transaction.put(
                LikeRecord(postID: "post", userID: maya, expiresAt: now.addingTimeInterval(86_400)))
        }
        try await server.backend.doDueWork()
        let likes = try await server.store.read { reader in
            try LikeRecord.personalData.traces.flatMap { try $0.records(of: maya, limit: 1, in: reader) }
        }
        #expect(likes.isEmpty)
    }

    @Test func `interrupted at any write it goes on, and comes to the same`() async throws {
        let life = try await FullLife()
        let whole = try await life.copy()
        _ = try await whole.erase()
        try await whole.server.backend.doDueWork()
        let expected = try Self.names(in: whole)
        var (step, hasCrashed) = (0, true)
        while hasCrashed {
            let copy = try await life.copy()
            copy.store.crash(.atWrite(step))
            let response = try await copy.erase()
            hasCrashed = copy.store.hasCrashed
            copy.store.restart()
            if response.status != 200 { _ = try await copy.erase() }
            copy.store.crash(.atWrite(step % 37))
            do { try await copy.server.backend.doDueWork() } catch { copy.store.restart() }
            copy.store.restart()
            try await copy.server.backend.doDueWork()
            #expect(try Self.names(in: copy).symmetricDifference(expected) == [], "\(step)")
            #expect(
                try copy.traces().filter { !$0.hasPrefix("log_entries") }.allSatisfy {
                    $0.hasPrefix("seen") || $0.hasPrefix("daily_lists")
                })
            step += 7
        }
        #expect(step > 50)
    }

    /// Tables and keys, with a word for the pseudonym, which is another each time. Logs, and counters of requests that
    /// were sent again, are left out.
    private static func names(in life: FullLife) throws -> Set<String> {
        let records = life.store.committed
        let kept = try #require(records.values.compactMap { $0 as? ReturnRecord }.first).pseudonym
        return Set(
            records.filter { !($0.value is LogEntry) && !($0.value is LogHead) }.keys
                .filter { !$0.hasPrefix("usage") }.map { $0.replacing(kept.rawValue, with: "pseudonym") })
    }
}
