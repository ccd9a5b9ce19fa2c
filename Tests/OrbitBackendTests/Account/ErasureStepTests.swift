import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ErasureStepTests {
    /// A record that is kept under the pseudonym.
    private struct KeptRecord: BackendRecord {
        static let table = "kept"
        private static let byPerson = "person"
        static var personalData: PersonalData<Self> {
            .init(
                .group(
                    of: Self.byPerson,
                    erase: .keep("It holds of a person who comes back.") { $0.person = $1.pseudonym }))
        }

        let key: String
        var person: UserID
        var indexEntries: [IndexEntry] { [IndexEntry(Self.byPerson, group: person.rawValue)] }
    }

    /// A record that is deleted.
    private struct NoteRecord: BackendRecord {
        static let table = "notes"
        private static let byPerson = "person"
        static var personalData: PersonalData<Self> { .init(.group(of: Self.byPerson)) }

        let key: String
        let person: UserID
        var indexEntries: [IndexEntry] { [IndexEntry(Self.byPerson, group: person.rawValue)] }
    }

    /// The erasure of a person with 300 records that are deleted and some records that are kept.
    private struct ErasureOfNotes {
        let person: UserID = "maya"
        private let context: BackendContext

        init(kept: Int) async throws {
            let (store, clock) = (MemoryStore(), VirtualClock())
            let features = FeatureSet([
                Feature(operations: [], records: [NoteRecord.self, KeptRecord.self, ErasureRecord.self])
            ])
            context = BackendContext(
                store: store, time: clock, random: .seeded(1),
                configuration: BackendConfiguration(
                    campuses: TestServer.campuses, campusTimeZone: .gmt, digest: .plainForDemonstration,
                    mailTransport: { _ in }), features: features)
            try await store.transaction { [person, now = clock.date] transaction in
                try transaction.put(
                    ErasureRecord(person: person, pseudonym: "p", startedAt: now, hiddenSince: now))
                for number in 0..<kept { try transaction.put(KeptRecord(key: "\(number)", person: person)) }
                for number in 0..<300 { try transaction.put(NoteRecord(key: "\(number)", person: person)) }
            }
        }

        /// Runs a step, as much as fits one transaction.
        ///
        /// - Returns: The number of notes left, and whether records have yet to move to the pseudonym.
        func step() async throws -> (notes: Int, isMoving: Bool) {
            try await context.store.transaction { [context, person] engine in
                let transaction = LogTransaction(engine, now: context.time.date, features: context.features) { "e" }
                let record = try #require(try transaction.get(ErasureRecord.self, person.rawValue))
                #expect(try ErasureJob(context: context).perform(record, in: transaction))
                let locator = try #require(NoteRecord.personalData.locators.first)
                return (
                    try locator.records(of: person, limit: .max, in: transaction).count,
                    try ErasureRecord.areMovingRecords(ofAny: [person], in: transaction)
                )
            }
        }
    }

    @Test func `a step of an erasure deletes 195 records, and keeps 5 of its 200 writes in reserve`()
        async throws
    {
        let erasure = try await ErasureOfNotes(kept: 0)
        #expect(try await erasure.step().notes == 105)
    }

    @Test func `an erasure stops moving records as soon as the last kept record has the pseudonym`()
        async throws
    {
        let erasure = try await ErasureOfNotes(kept: 300)
        let first = try await erasure.step()
        #expect(first.notes == 300 && first.isMoving)
        let second = try await erasure.step()
        #expect((1..<300).contains(second.notes) && !second.isMoving)
    }

    @Test func `an erasure notifies neither its own person nor a person without an account`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam").map(\.id)
        let (context, now) = (server.backend.context, server.clock.date)
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: .orbit) { "epoch" }
            try transaction.delete(AccountRecord.self, people[0].rawValue)
            let erasing = ErasureContext(of: people[0], as: "p", hiddenSince: now, context, in: transaction)
            let room = erasing.room
            for id in [people[0], "nobody"] { try erasing.notify(id) }
            #expect(erasing.room == room)
            // An event takes three writes, and each person gets it once.
            for _ in 0..<2 { try erasing.notify(people[1]) }
            #expect(erasing.room == room - 3)
        }
    }

    @Test func `the erasure of a host with many guests writes at most 200 records per transaction`() async throws {
        let store = WriteCounter()
        let server = TestServer.onCampus(store: store)
        let host = try await server.members("host")[0]
        let guests = try await server.crowd(150)
        for number in 0..<3 {
            let meetup = try await server.host(inHours: 30 + Double(number) * 10, by: host).meetup.id
            try await server.attend(meetup, guests)
        }
        _ = store.takeMost()
        let response = try await server.deferringWork { try await server.send(.delete, "/users/me", token: host.token) }
        #expect(response.status == 200)
        // The request itself does only a small part of the erasure.
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 1)
        try await server.backend.runScheduledWork()
        #expect(store.takeMost() <= 200)
        #expect(try await store.read { try $0.count(ErasureRecord.self, ErasureRecord.due(at: .distantFuture)) } == 0)
        #expect(try await server.mine(guests[0]).filter { $0.meetup.status == .cancelled }.count == 3)
    }

    @Test func `the next request resumes an erasure after a crash`() async throws {
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

    @Test func `a record written during an erasure is erased as well`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0].id
        let (now, last) = (server.clock.date, try #require(FeatureSet.orbit.erased.last).table)
        // The erasure has reached the last table when a like arrives.
        try await server.store.transaction { transaction in
            var erasure = ErasureRecord(person: maya, pseudonym: "p", startedAt: now, hiddenSince: now)
            erasure.table = last
            try transaction.put(erasure)
            try transaction.put(
                LikeRecord(postID: "post", userID: maya, expiresAt: now.addingTimeInterval(86_400)))
        }
        try await server.backend.runScheduledWork()
        let likes = try await server.store.read { reader in
            try LikeRecord.personalData.locators.flatMap { try $0.records(of: maya, limit: 1, in: reader) }
        }
        #expect(likes.isEmpty)
    }

    @Test func `an erasure interrupted at any write resumes and leaves the same records`() async throws {
        let life = try await FullLife()
        let whole = try await life.copy()
        _ = try await whole.erase()
        try await whole.server.backend.runScheduledWork()
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
            do { try await copy.server.backend.runScheduledWork() } catch { copy.store.restart() }
            copy.store.restart()
            try await copy.server.backend.runScheduledWork()
            #expect(try Self.names(in: copy).symmetricDifference(expected) == [], "\(step)")
            #expect(
                try copy.traces().filter { !$0.hasPrefix("log_entries") }.allSatisfy {
                    $0.hasPrefix("seen") || $0.hasPrefix("daily_lists")
                })
            step += 7
        }
        #expect(step > 50)
    }

    /// The tables and keys of all records, with a fixed word for the pseudonym, which is random. Logs are left out, and
    /// so are counters of repeated requests.
    private static func names(in life: FullLife) throws -> Set<String> {
        let records = life.store.committed
        let kept = try #require(records.values.compactMap { $0 as? PseudonymLinkRecord }.first).pseudonym
        return Set(
            records.filter { !($0.value is LogEntry) && !($0.value is LogHead) }.keys
                .filter { !$0.hasPrefix("usage") }.map { $0.replacing(kept.rawValue, with: "pseudonym") })
    }
}
