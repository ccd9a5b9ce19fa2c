import Foundation
import Matching
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Campuses that the directory prepares before the first request.
@Suite struct NextDayTests {
    private let store = WholeCampusStore()

    private func people(_ count: Int) async throws -> [User] {
        try await CampusSeed(people: count, seed: 7).populate(store, time: VirtualClock())
    }

    private func comparison(_ day: Int) throws -> ComparisonContext {
        ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay(year: 2027, month: 1, day: day)))
    }

    private func campus(
        _ name: String = "orbit.example", on day: Int, of directory: CampusDirectory
    ) async throws -> CampusSnapshot {
        try await directory.campus(name, on: comparison(day), in: store)
    }

    private func save(_ user: User) async throws {
        try await store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, user.id.rawValue))
            try account.save(in: transaction)
        }
    }

    @Test func `while the next day is prepared, the current day and other campuses are served`() async throws {
        let (users, directory) = (try await people(5), CampusDirectory())
        let change = try await campus(on: 15, of: directory).change
        store.runDuringNextRead {
            try await save(users[0])
            let today = try await campus(on: 15, of: directory)
            #expect(today.comparison.day.day == 15 && today.change == change + 1)
            #expect(try await campus("another.example", on: 15, of: directory).index.count == 0)
            try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        }
        try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        #expect(store.readings == 3)
        #expect(try await campus(on: 15, of: directory).comparison.day.day == 15)
        let next = try await campus(on: 16, of: directory)
        #expect(next.comparison.day.day == 16 && next.change == change + 1)
        #expect(store.readings == 3)
        #expect(try await campus(on: 15, of: directory).comparison.day.day == 16)
    }

    @Test func `a request for a day in preparation waits, and the day is prepared once`() async throws {
        _ = try await people(5)
        let (directory, asked) = (CampusDirectory(), LockedState<[Task<CampusSnapshot, any Error>]>([]))
        _ = try await campus(on: 15, of: directory)
        store.runDuringNextRead {
            asked.withLock { tasks in
                for _ in 0..<5 { tasks.append(Task { try await campus(on: 16, of: directory) }) }
            }
        }
        try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        for task in asked.withLock({ $0 }) { #expect(try await task.value.comparison.day.day == 16) }
        #expect(store.readings == 2)
    }

    @Test func `a request for the next day while an earlier day is read gets the next day`() async throws {
        _ = try await people(5)
        let (directory, asked) = (CampusDirectory(), LockedState<[Task<CampusSnapshot, any Error>]>([]))
        let (beginnings, begins) = AsyncStream.makeStream(of: Void.self)
        store.runDuringNextRead {
            let tomorrow = try comparison(16)
            asked.withLock { tasks in
                for _ in 0..<5 {
                    let task = Task { [store] in
                        begins.yield()
                        return try await directory.campus("orbit.example", on: tomorrow, in: store)
                    }
                    tasks.append(task)
                }
            }
            for await _ in beginnings.prefix(5) {}
            // The directory accepts the requests before this call, so they wait for the earlier day.
            _ = await directory.names
        }
        _ = try await campus(on: 15, of: directory)
        for task in asked.withLock({ $0 }) { #expect(try await task.value.comparison.day.day == 16) }
    }

    @Test func `a campus removed from the directory loses its next day, even during the preparation`() async throws {
        _ = try await people(5)
        for isMade in [true, false] {
            let directory = CampusDirectory(capacity: 1)
            _ = try await campus(on: 15, of: directory)
            if !isMade { store.runDuringNextRead { _ = try await campus("another.example", on: 15, of: directory) } }
            try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
            if isMade { _ = try await campus("another.example", on: 15, of: directory) }
            #expect(await directory.names == ["another.example"])
            let before = store.readings
            #expect(try await campus(on: 16, of: directory).index.count == 5)
            #expect(store.readings == before + 1)
        }
    }

    @Test func `preparation does nothing for an unknown campus or a day that is already known`() async throws {
        let directory = CampusDirectory()
        try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        #expect(store.readings == 0)
        _ = try await campus(on: 16, of: directory)
        try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        try await directory.prepare("orbit.example", on: comparison(16), in: store)
        #expect(store.readings == 1)
    }

    @Test func `preparing a campus never removes a campus from a full directory`() async throws {
        let directory = CampusDirectory(capacity: 2)
        for name in ["a.example", "b.example", "c.example"] {
            try await directory.prepare(name, on: comparison(15), in: store)
        }
        #expect(await directory.names == ["a.example", "b.example"])
        // Campuses in the directory are prepared for each day.
        try await directory.prepare("a.example", on: comparison(16), in: store)
        #expect(directory.recentChanges["a.example"]?.day.day == 16)
    }

    @Test func `a day whose preparation failed is read on the day itself`() async throws {
        _ = try await people(5)
        let directory = CampusDirectory()
        _ = try await campus(on: 15, of: directory)
        store.fail(true)
        await #expect(throws: StoreError.unavailable) {
            try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        }
        #expect(try await campus(on: 15, of: directory).index.count == 5)
        await #expect(throws: StoreError.unavailable) { _ = try await campus(on: 16, of: directory) }
        store.fail(false)
        #expect(try await campus(on: 16, of: directory).index.count == 5)
    }

    @Test func `a prepared day without requests is skipped`() async throws {
        _ = try await people(5)
        let directory = CampusDirectory()
        _ = try await campus(on: 15, of: directory)
        try await directory.prepareNext("orbit.example", on: comparison(16), in: store)
        #expect(try await campus(on: 18, of: directory).comparison.day.day == 18)
        #expect(store.readings == 3)
    }
}
