import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// An erasure with tables of added features that fail.
@Suite struct AddedErasureTests {
    private struct TestError: Error {}

    private protocol Place: Sendable {
        static var table: String { get }
        static var isKept: Bool { get }
    }

    private enum First: Place { static let (table, isKept) = ("brittle_first", false) }
    private enum Kept: Place { static let (table, isKept) = ("brittle_kept", true) }
    private enum Plain: Place { static let (table, isKept) = ("brittle_plain", false) }
    private enum Other: Place { static let (table, isKept) = ("brittle_other", false) }

    /// A record whose erasure may fail.
    private struct Brittle<At: Place>: BackendRecord {
        static var table: String { At.table }
        static var personalData: PersonalData<Self> { .init(.key(erase: erasure)) }

        private static var erasure: PersonalDataLocator<Self>.Erasure {
            if At.isKept {
                return .keep("It holds of a person who comes back.") { record, erasing in
                    if record.fails { throw TestError() }
                    record.key = erasing.pseudonym.rawValue
                }
            }
            return .perform(writes: 1) { record, erasing in
                if record.fails { throw TestError() }
                try erasing.transaction.delete(Self.self, record.key)
            }
        }

        var key: String
        var fails: Bool
        var indexEntries: [IndexEntry] { [] }
    }

    private static let brittle = Feature(
        operations: [],
        records: [Brittle<Plain>.self, Brittle<Other>.self, Brittle<Kept>.self, Brittle<First>.self],
        erasedFirst: [Brittle<First>.self])

    private let server: TestServer

    init() throws {
        server = try .adding(Self.brittle, counting: EventCounts())
    }

    private func put<At: Place>(_ place: At.Type, of person: UserID, fails: Bool) async throws {
        try await server.store.transaction { try $0.put(Brittle<At>(key: person.rawValue, fails: fails)) }
    }

    private func has<At: Place>(_ place: At.Type, _ person: UserID) async throws -> Bool {
        try await server.store.read { try $0.get(Brittle<At>.self, person.rawValue) != nil }
    }

    private func erasure(of person: UserID) async throws -> ErasureRecord? {
        try await server.store.read { try $0.get(ErasureRecord.self, person.rawValue) }
    }

    /// Whether the block is still stored under the person's id.
    private func hasBlock(_ people: [Member]) async throws -> Bool {
        let key = BlockRecord.key(people[0].id, people[1].id)
        return try await server.store.read { try $0.get(BlockRecord.self, key) != nil }
    }

    /// A person who has blocked another.
    private func blocker() async throws -> [Member] {
        let people = try await server.members("maya", "liam")
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        return people
    }

    private func erase(_ member: Member) async throws -> ErasureRecord {
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
        try await server.backend.runScheduledWork()
        return try #require(try await erasure(of: member.id))
    }

    private func tryAgain() async throws {
        server.clock.advance(by: .seconds(3_600))
        try await server.backend.runScheduledWork()
    }

    @Test func `an erasure withdraws an event that names the person and is about another person`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let entry = LogEntry(
            owner: people[0].id, seq: 1_000, at: server.clock.date, kind: .pokeReceived, subject: people[1].id,
            named: people[2].id, action: nil, touches: [], data: Data("{}".utf8))
        try await server.store.transaction { try $0.put(entry) }
        #expect(try await server.send(.delete, "/users/me", token: people[2].token).status == 200)
        try await server.backend.runScheduledWork()
        let stored = try await server.store.read { try $0.get(LogEntry.self, entry.key) }
        #expect(stored?.kind == .void && stored?.named == nil && stored?.data == nil)
    }

    @Test func `an erasure does not end while either of two tables fails`() async throws {
        let people = try await blocker()
        let maya = people[0].id
        try await put(Plain.self, of: maya, fails: true)
        try await put(Other.self, of: maya, fails: true)
        #expect(try await erase(people[0]).failed == [Plain.table, Other.table])
        try await put(Plain.self, of: maya, fails: false)
        try await tryAgain()
        #expect(try await erasure(of: maya)?.failed == [Other.table])
        #expect(try await !has(Plain.self, maya))
        try await tryAgain()
        #expect(try await has(Other.self, maya))
        try await put(Other.self, of: maya, fails: false)
        try await tryAgain()
        #expect(try await !has(Other.self, maya))
        #expect(try await erasure(of: maya) == nil)
    }

    @Test func `while a table with kept records fails, no new account takes the pseudonym over`() async throws {
        let people = try await blocker()
        let maya = people[0].id
        try await put(Kept.self, of: maya, fails: true)
        try await put(Plain.self, of: maya, fails: false)
        let begun = try await erase(people[0])
        #expect(begun.failed == [Kept.table] && !begun.hasMovedRecords)
        #expect(try await !has(Plain.self, maya))
        #expect(try await !hasBlock(people))
        try await put(Kept.self, of: maya, fails: false)
        try await tryAgain()
        #expect(try await erasure(of: maya) == nil)
        #expect(try await has(Kept.self, begun.pseudonym))
        #expect(try await !has(Kept.self, maya))
    }

    @Test func `no record moves to the pseudonym while the erasure of an earlier table fails`() async throws {
        let people = try await blocker()
        let maya = people[0].id
        try await put(First.self, of: maya, fails: true)
        try await put(Kept.self, of: maya, fails: false)
        try await put(Plain.self, of: maya, fails: false)
        let begun = try await erase(people[0])
        #expect(begun.failed == [First.table] && !begun.hasMovedRecords)
        #expect(try await !has(Plain.self, maya))
        #expect(try await has(Kept.self, maya))
        #expect(try await hasBlock(people))
        try await put(First.self, of: maya, fails: false)
        try await tryAgain()
        #expect(try await erasure(of: maya) == nil)
        #expect(try await !has(First.self, maya))
        #expect(try await has(Kept.self, begun.pseudonym))
        #expect(try await !hasBlock(people))
    }

    @Test func `an unblock succeeds and the pseudonym stays reserved while a kept record is unreadable`() async throws {
        let (store, events) = (BytesStore(), EventCounts())
        let server = try TestServer.adding(Self.brittle, store: store, counting: events)
        let people = try await server.members("maya", "liam")
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        #expect(try await server.send(.delete, "/users/me", token: people[0].token).status == 200)
        try await server.backend.runScheduledWork()
        let pseudonym = try #require(try await server.blocked(people[1]).list.elements.first).userID
        try await store.transaction { try $0.put(Brittle<Kept>(key: pseudonym.rawValue, fails: false)) }
        #expect(await store.spoil(Kept.table, pseudonym.rawValue))
        #expect(try await server.unblock(pseudonym, by: people[1]).status == 200)
        #expect(try await server.blocked(people[1]).list.elements.isEmpty)
        #expect(events.count(of: .callbackFailed("erasure")) == 1)
        #expect(await store.keys(of: PseudonymLinkRecord.table).count == 1)
    }

    @Test func `an error of a table of the backend's own stops the erasure`() async throws {
        let context = server.context(with: FeatureSet([Self.brittle]))
        let now = server.clock.date
        let record = ErasureRecord(
            person: UserID("maya"), pseudonym: UserID("pseudonym"), startedAt: now, hiddenSince: now)
        try await context.store.transaction { engine in
            try engine.put(Brittle<Plain>(key: "maya", fails: true))
            let transaction = LogTransaction(engine, now: now, features: context.features) { "epoch" }
            #expect(throws: TestError.self) { _ = try ErasureJob(context: context).perform(record, in: transaction) }
        }
    }
}
