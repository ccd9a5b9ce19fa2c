import Discover
import Foundation
import Matching
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import OrbitBackend

@Suite struct CampusDirectoryTests {
    /// Counts how often whole campuses are read.
    private struct CountingStore: BackendStore {
        let store = MemoryStore()
        let count = LockedState(0)

        func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
            try await store.read { try body(CountingReader(reader: $0, count: count)) }
        }

        func transaction<Result: Sendable>(
            _ body: @Sendable (any StoreTransaction) throws -> Result
        ) async throws -> Result {
            try await store.transaction(body)
        }
    }

    private final class CountingReader: StoreReader {
        private let reader: any StoreReader
        private let count: LockedState<Int>

        init(reader: any StoreReader, count: LockedState<Int>) {
            (self.reader, self.count) = (reader, count)
        }

        func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
            try reader.get(type, key)
        }

        func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
            if query.index == AccountRecord.discoverable { count.withLock { $0 += 1 } }
            return try reader.list(type, query)
        }
    }

    private let store = CountingStore()
    private let directory = CampusDirectory()

    private func people(_ count: Int) async throws -> [User] {
        try await CampusSeed(people: count, seed: 7).plant(in: store, time: VirtualClock())
    }

    private func campus(on day: Int) async throws -> KnownCampus {
        let day = try #require(CalendarDay(year: 2027, month: 1, day: day))
        return try await directory.campus("orbit.example", on: day, .gmt, in: store)
    }

    @Test func `however many ask at once, a campus is read once`() async throws {
        _ = try await people(20)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await campus(on: 15).index.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 20, count: 20))
        #expect(store.count.withLock { $0 } == 1)
        _ = try await campus(on: 15)
        #expect(store.count.withLock { $0 } == 1)
        _ = try await campus(on: 16)
        #expect(store.count.withLock { $0 } == 2)
    }

    @Test func `changes are followed`() async throws {
        let users = try await people(20)
        #expect(try await campus(on: 15).index.count == 20)
        let first = try await campus(on: 15).change
        try await store.transaction { transaction in
            var account = try #require(try transaction.get(AccountRecord.self, users[3].id.rawValue))
            account.profile?.interests = [Interest("Cave diving")]
            try account.save(in: transaction)
        }
        let campus = try await campus(on: 15)
        #expect(campus.change == first + 1)
        #expect(campus.index.count == 20)
        let diver = Profile(name: "Someone", interests: [Interest("Cave diving")])
        #expect(campus.index.best(1, for: diver) { _ in true }.map(\.id) == [users[3].id])
    }

    @Test func `a request that comes late over midnight gets the new day`() async throws {
        _ = try await people(5)
        #expect(try await campus(on: 16).scale.day.day == 16)
        #expect(try await campus(on: 15).scale.day.day == 16)
        #expect(try await campus(on: 17).scale.day.day == 17)
    }

    @Test func `a campus without anybody is one all the same`() async throws {
        #expect(try await campus(on: 15).index.count == 0)
        _ = try await people(3)
        #expect(try await campus(on: 15).index.count == 3)
    }
}
