import Discover
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

@Suite struct CampusDirectoryTests {
    private let store = WholeCampusStore()
    private let directory = CampusDirectory()

    private func people(_ count: Int) async throws -> [User] {
        try await CampusSeed(people: count, seed: 7).populate(store, time: VirtualClock())
    }

    private func campus(on day: Int) async throws -> CampusSnapshot {
        let day = try #require(CalendarDay(year: 2027, month: 1, day: day))
        return try await directory.campus("orbit.example", on: ComparisonContext(timeZone: .gmt, day: day), in: store)
    }

    @Test func `simultaneous requests read a campus once, and another day reads it again`() async throws {
        _ = try await people(20)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await campus(on: 15).index.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 20, count: 20))
        #expect(store.readings == 1)
        _ = try await campus(on: 15)
        #expect(store.readings == 1)
        _ = try await campus(on: 16)
        #expect(store.readings == 2)
    }

    @Test func `a saved profile updates the campus without another reading`() async throws {
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

    @Test func `a change of an account that was deleted is applied once`() async throws {
        let users = try await people(20)
        let first = try await campus(on: 15)
        try await store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, users[3].id.rawValue))
            try account.save(in: transaction)
            try transaction.delete(AccountRecord.self, account.key)
        }
        #expect(try await campus(on: 15).change == first.change + 1)
    }

    @Test func `a deleted person leaves the campus and its index`() async throws {
        let users = try await people(20)
        let before = try await campus(on: 15)
        try await store.transaction { transaction in
            try transaction.delete(AccountRecord.self, users[3].id.rawValue)
            try CampusRevision.noteDeparture(from: "orbit.example", in: transaction)
        }
        let after = try await campus(on: 15)
        #expect(before.person(users[3].id) != nil && before.index.count == 20)
        #expect(after.person(users[3].id) == nil && after.index.count == 19)
        #expect(after.departures == 1)
        #expect(users.count { after.person($0.id) != nil } == 19)
    }

    /// An unreadable record in the table of preferences.
    private struct Spoilt: BackendRecord {
        static let table = PreferenceRecord.table
        static let personalData = PersonalData<Self>.none("Made up.")
        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    @Test func `a campus applies dealbreakers, and a person with unreadable preferences is not suggested`()
        async throws
    {
        let store = MemoryStore()
        let users = try await CampusSeed(people: 3, seed: 7).populate(store, time: VirtualClock())
        try await store.transaction { transaction in
            var preferences = PreferenceRecord(userID: users[0].id)
            preferences.set(Dealbreakers(ages: 120...120))
            try transaction.put(preferences)
            try transaction.put(Spoilt(key: users[1].id.rawValue))
        }
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        let campus = try await directory.campus("orbit.example", on: comparison, in: store)
        let account = try #require(
            try await store.read { try $0.get(AccountRecord.self, users[2].id.rawValue) })
        let check = DealbreakerCheck(
            of: try #require(ComparedProfile(account, on: campus.comparison.day)),
            PreferenceRecord(userID: users[2].id),
            on: campus.comparison)
        let admitted = users.filter { user in
            campus.person(user.id).map { check.admits($0.traits, requiring: $0.requirements) } ?? false
        }
        #expect(admitted.map(\.id) == [users[2].id])
    }

    /// Stores a newcomer with the profile of a user.
    private func addNewcomer(like user: User) async throws {
        try await store.transaction { transaction in
            var account = AccountRecord(
                id: "newcomer", email: try EmailAddress("newcomer@orbit.example"), campus: "orbit.example",
                createdAt: .distantPast)
            account.profile = user.profile
            try account.save(in: transaction)
        }
    }

    @Test func `an older reading neither restores deleted people nor removes newcomers`() async throws {
        let users = try await people(20)
        var campus = try await campus(on: 15)
        try await store.transaction { transaction in
            try transaction.delete(AccountRecord.self, users[3].id.rawValue)
            try CampusRevision.noteDeparture(from: "orbit.example", in: transaction)
        }
        let known = campus
        let older = try await store.read { try CampusReading(of: "orbit.example", since: known, in: $0) }
        try await addNewcomer(like: users[0])
        campus.follow(try await store.read { try CampusReading(of: "orbit.example", since: known, in: $0) })
        campus.follow(older)
        #expect(campus.person("newcomer") != nil && campus.person(users[3].id) == nil)
        #expect(campus.index.count == 20)
    }

    @Test func `a copy of a campus does not change with the campus`() async throws {
        let users = try await people(20)
        let before = try await campus(on: 15)
        try await addNewcomer(like: users[0])
        let after = try await campus(on: 15)
        #expect(before.index.count == 20 && after.index.count == 21)
        #expect(!after.recentChanges.isUnchanged(since: before.recentChanges.version, for: ["newcomer"]))
        #expect(after.recentChanges.isUnchanged(since: before.recentChanges.version, for: users.map(\.id)))
    }

    @Test func `a full directory removes the campus that was used least recently`() async throws {
        let directory = CampusDirectory(capacity: 2)
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        for name in ["a.example", "b.example", "a.example", "c.example"] {
            _ = try await directory.campus(name, on: comparison, in: store)
        }
        #expect(directory.recentChanges.keys.sorted() == ["a.example", "c.example"])
    }

    @Test func `a full directory keeps its campuses when another campus is read without eviction`() async throws {
        let directory = CampusDirectory(capacity: 1)
        let comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2027-01-15")))
        _ = try await people(3)
        _ = try await directory.campus("a.example", on: comparison, in: store)
        for _ in 0..<2 {
            let other = try await directory.campusWithoutEviction("orbit.example", on: comparison, in: store)
            #expect(other.ids.count == 3)
        }
        #expect(directory.recentChanges.keys.sorted() == ["a.example"])
        #expect(store.readings == 3)
        _ = try await directory.campusWithoutEviction("a.example", on: comparison, in: store)
        #expect(store.readings == 3)
    }

    @Test func `a late request for the day before gets the new day`() async throws {
        _ = try await people(5)
        #expect(try await campus(on: 16).comparison.day.day == 16)
        #expect(try await campus(on: 15).comparison.day.day == 16)
        #expect(try await campus(on: 17).comparison.day.day == 17)
    }

    @Test func `an empty campus is stored, and shows people who join later`() async throws {
        #expect(try await campus(on: 15).index.count == 0)
        _ = try await people(3)
        #expect(try await campus(on: 15).index.count == 3)
    }
}
