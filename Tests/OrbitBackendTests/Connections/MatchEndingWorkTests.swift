import Connections
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The due work that ends matches of the day, and the records that remain.
@Suite struct MatchEndingWorkTests {
    private static let campus = CampusSeed.university.domains[0]

    private static func count(in store: any BackendStore) async throws -> Int {
        try await store.read { try $0.count(MatchRecord.self, MatchRecord.due(at: .distantFuture)) }
    }

    @Test func `a thousand due matches end in transactions of at most 200 writes`() async throws {
        let store = WriteCounter()
        let server = TestServer(store: store)
        let people = try await CampusSeed(people: 500, seed: 1).populate(store, time: server.clock)
        let now = server.clock.date
        let long = now.addingTimeInterval(-40 * 86_400)
        try await store.transaction { transaction in
            for (place, person) in people.enumerated() {
                for step in 1...2 {
                    let pair = UserPair(person.id, people[(place + step) % people.count].id)
                    try transaction.put(
                        MatchRecord(
                            id: MatchID("\(place) \(step)"), first: pair.first, second: pair.second,
                            campus: Self.campus, createdAt: long, date: CalendarDay(long, in: .gmt), origin: .chance,
                            endsAt: now))
                }
                // Fills the log with expired entries. Other transactions delete such entries when they append to the
                // log.
                for seq in 1...20 {
                    try transaction.put(
                        LogEntry(
                            owner: person.id, seq: seq, at: long, kind: .void, subject: nil, action: nil, touches: [],
                            data: nil))
                }
                var head = LogHead(owner: person.id, epoch: "epoch")
                (head.seq, head.oldestAt) = (20, long)
                try transaction.put(head)
            }
        }
        #expect(try await Self.count(in: store) == 1_000)
        _ = store.takeMost()
        try await ScheduledWorkRunner(server.backend.context).run()
        #expect(store.takeMost() <= 200)
        #expect(try await Self.count(in: store) == 0)
        try await store.read { reader in
            for person in people {
                let entries = try LogEntry.list(person.id, 21...99, in: reader)
                #expect(entries.filter { $0.kind == .matchEnded }.count == 4)
            }
        }
    }

    @Test func `a campus that is paired daily keeps the matches of a month`() async throws {
        let server = TestServer(store: MemoryStore())
        let people = 60
        try await CampusSeed(people: people, seed: 1).populate(server.store, time: server.clock)
        var counts: [Int] = []
        for _ in 1...100 {
            let today = PairingDayRecord.asked(of: Self.campus, at: server.clock.date, server.backend.context)[0]
            try await server.store.transaction { try $0.put(today) }
            try await server.backend.runScheduledWork()
            counts.append(try await Self.count(in: server.store))
            server.clock.advance(by: .seconds(86_400))
        }
        // The matches of today and of the thirty days before.
        let most = people / 2 * (PairingDay.daysMatched + 1)
        #expect(counts[10] == people / 2 * 11)
        #expect(counts.max() == most && counts.last == most)
        let all = try await server.store.read { try $0.count(MatchRecord.self, MatchRecord.ended(on: Self.campus)) }
        #expect(all == 0)
    }

    @Test func `a match stored without an end stays`() async throws {
        let server = TestServer()
        var people = try await server.members("maya", "liam")
        let match = try #require(try await server.today(people[0]).matches.elements.first)
        try await server.store.transaction { transaction in
            let record = try #require(try transaction.get(MatchRecord.self, match.id.rawValue))
            let bytes = try RecordCoding().encode(record)
            var old = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(old.removeValue(forKey: "endsAt") != nil)
            let data = try JSONSerialization.data(withJSONObject: old)
            try transaction.put(RecordCoding().decode(MatchRecord.self, from: data, schema: 1))
        }
        try await server.pass(days: 40, &people)
        try await server.backend.runScheduledWork()
        #expect(try await server.today(people[0]).matches.elements.map(\.id) == [match.id])
        #expect(try await server.matches(people[1]).list.elements.map(\.endsAt) == [nil])
    }

    @Test func `erasing an account deletes all records of its ended matches`() async throws {
        let store = CrashingStore()
        let server = TestServer.onCampus(store: store)
        var people = try await server.members("maya", "liam")
        _ = try await server.today(people[0])
        try await server.pass(days: 32, &people)
        try await server.backend.runScheduledWork()
        #expect(store.committed.values.allSatisfy { !($0 is MatchRecord) })
        #expect(try await server.send(.delete, "/users/me", token: people[0].token).status == 200)
        try await server.backend.runScheduledWork()
        let left = try store.committed.filter { name, record in
            let text = String(decoding: try JSONEncoder().encode(AnyEncodable(record)), as: UTF8.self)
            return "\(name) \(record.indexEntries) \(text)".contains(people[0].id.rawValue)
        }
        #expect(left.values.allSatisfy { ($0 as? LogEntry)?.kind == .personHidden })
    }

    @Test func `a past match that falls out of one person's history is deleted from both histories`() async throws {
        let server = TestServer()
        let most = 130
        let people = try await CampusSeed(people: most + 3, seed: 1).populate(server.store, time: server.clock)
        let (person, others) = (people[0].id, people.dropFirst().map(\.id))
        let day = CalendarDay(server.clock.date, in: .gmt)
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: server.clock.date, features: .orbit) { "epoch" }
            let own = try #require(try engine.get(AccountRecord.self, person.rawValue))
            for other in others {
                let account = try #require(try engine.get(AccountRecord.self, other.rawValue))
                _ = try PairState(own, account, in: transaction, on: day).connect(by: .poke) { "\(other) match" }
            }
        }
        try await server.store.read { reader in
            let known = try PairingRecord.of(person, campus: Self.campus, in: reader).pastMatches.map(\.partner)
            #expect(known == Array(others.suffix(most)))
            let knowing = try others.filter { other in
                try PairingRecord.of(other, campus: Self.campus, in: reader).pastMatches.map(\.partner) == [person]
            }
            #expect(knowing == known)
        }
    }

    @Test(arguments: ["log_heads", "accounts"])
    func `a match that cannot be ended is counted, and the other matches end`(_ table: String) async throws {
        let (store, events) = (BytesStore(), EventCounts())
        let server = TestServer(store: store) { $0.count = events.add }
        var people = try await server.members("maya", "liam", "zoe", "ana")
        let match = try #require(try await server.today(people[0]).matches.elements.first)
        #expect(try await Self.count(in: store) == 2)
        try await server.pass(days: 32, &people)
        #expect(await store.spoil(table, people[0].id.rawValue))
        try await server.backend.runScheduledWork()
        #expect(try await Self.count(in: store) == 1)
        #expect(try await store.read { try $0.get(MatchRecord.self, match.id.rawValue) } != nil)
        #expect(events.count(of: .workFailed("matches")) == 1)
    }
}
