import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Reputation
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Scheduled work. A record that fails does not stop the work of other records, and a long queue delays no other work.
@Suite struct ScheduledWorkTests {
    private let store = BytesStore()
    private let events = EventCounts()
    private let server: TestServer

    init() {
        server = TestServer(store: store) { [events] in $0.count = events.add }
    }

    /// The check-in contact of one person.
    private func contact(of number: Int) -> CheckInContact {
        CheckInContact(name: "Mum", email: "mum\(number)@family.example")
    }

    @Test(arguments: ["log_heads", "accounts", "check_ins"])
    func `an unreadable record of one check-in does not stop alerts to other contacts`(_ table: String) async throws {
        let people = try await server.members("maya", "liam", "zoe", "ana", "noor", "kim")
        var checkIns: [CheckInID] = []
        for (number, person) in people.enumerated() {
            checkIns.append(try await server.checkIn(to: contact(of: number), by: person).id)
        }
        try await server.passMinutes(75)
        let key = table == "check_ins" ? checkIns[0].rawValue : people[0].id.rawValue
        #expect(await store.spoil(table, key))
        for round in 1...2 {
            try await server.backend.runScheduledWork()
            for number in people.indices {
                #expect(server.messages(to: contact(of: number)).count == (number == 0 ? 0 : 1))
            }
            #expect(events.count(of: .workFailed("check_ins")) == round)
        }
    }

    @Test func `a guest with an unreadable record is not counted, and other guests of the meetup are`() async throws {
        var members = try await server.members("maya", "liam", "zoe", "ana")
        try await server.holdMeetup(&members, host: 0, guests: [1, 2, 3], checkedIn: [1, 2, 3])
        try await server.store.transaction { [members] transaction in
            for member in members { try transaction.put(AttendanceStatisticsRecord(key: member.id.rawValue)) }
        }
        #expect(await store.spoil("attendance", members[2].id.rawValue))
        try await server.processScheduledRecords()
        for (member, count) in [(1, 1), (3, 1)] {
            #expect(try await server.attendance(members[member]).counts.kept == count)
        }
        #expect(events.count(of: .workFailed(GuestRecord.table)) > 0)
    }

    @Test func `a log with an unreadable event is not pruned, and other logs are`() async throws {
        let people = try await server.members("maya", "liam", "zoe")
        func floors() async throws -> [Int] {
            try await store.read { reader in
                try people.map { try #require(try LogHead.of($0.id, in: reader)).floor }
            }
        }
        let before = try await floors()
        let head = try #require(try await store.read { try LogHead.of(people[1].id, in: $0) })
        #expect(await store.spoil("log_entries", LogEntry.key(people[1].id, head.floor + 1)))
        server.clock.advance(by: .seconds(31 * 86_400))
        try await server.backend.runScheduledWork()
        let after = try await floors()
        #expect(after[0] > before[0] && after[1] == before[1] && after[2] > before[2])
        #expect(events.count(of: .workFailed("log_heads")) == 1)
    }

    @Test func `a cancelled task processes no scheduled record, and the next run processes it`() async throws {
        let maya = try await server.members("maya")[0]
        func floor() async throws -> Int {
            try await store.read { try #require(try LogHead.of(maya.id, in: $0)).floor }
        }
        let before = try await floor()
        server.clock.advance(by: .seconds(31 * 86_400))
        let cancelled = Task { [server] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await server.processScheduledRecords()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(try await floor() == before)
        try await server.processScheduledRecords()
        #expect(try await floor() > before)
    }

    @Test func `a record that stays due is tried once in each run`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        var people = try await server.members("maya", "liam", "zoe", "ana")
        _ = try await server.today(people[0])
        try await server.pass(days: 32, &people)
        // During an erasure, the account can be deleted while a match of the person still exists.
        try await server.store.transaction { [people] in try $0.delete(AccountRecord.self, people[0].id.rawValue) }
        try await server.backend.runScheduledWork()
        let left = try await store.read { try $0.list(MatchRecord.self, MatchRecord.due(at: .distantFuture)) }
        #expect(left.count == 1 && left.allSatisfy { $0.pair.contains(people[0].id) })
        try await server.backend.runScheduledWork()
        func transactions() async throws -> Int {
            store.reset()
            try await ScheduledWorkRunner(server.backend.context).run()
            return store.transactions
        }
        let tries = [try await transactions(), try await transactions()]
        try await store.transaction { for match in left { try $0.delete(MatchRecord.self, match.key) } }
        let without = try await transactions()
        #expect(tries == [without + 1, without + 1])
    }

    @Test func `a transaction of scheduled work processes no further record after 100 writes`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        let (owners, start) = (["a", "b", "c"] as [UserID], server.clock.date)
        try await store.transaction { transaction in
            for owner in owners {
                // The deletion of the events and the new head are 50 writes.
                for seq in 1...49 {
                    try transaction.put(
                        LogEntry(
                            owner: owner, seq: seq, at: start, kind: .void, subject: nil, action: nil, touches: [],
                            data: nil))
                }
                try transaction.put(LogHead(owner: owner, epoch: "epoch", seq: 49, oldestAt: start))
            }
        }
        server.clock.advance(by: .seconds(30 * 86_400))
        store.reset()
        try await ScheduledWorkRunner(server.backend.context).run()
        #expect(store.transactions == 2)
        let heads = try await store.read { reader in try owners.compactMap { try LogHead.of($0, in: reader) } }
        #expect(heads.map(\.floor) == [49, 49, 49])
    }

    @Test func `an alert to a contact does not wait until all 300 due matches have ended`() async throws {
        let (store, told) = (CountingStore(), LockedState<Int?>(nil))
        let server = TestServer(store: store) { configuration in
            let receive = configuration.mailTransport
            configuration.mailTransport = { mail in
                try await receive(mail)
                if case .missedCheckIn = mail.content { told.withLock { $0 = store.transactions } }
            }
        }
        let campus = CampusSeed.university.domains[0]
        let people = try await CampusSeed(people: 300, seed: 1).populate(store, time: server.clock)
        _ = try await server.checkIn(by: server.members("maya")[0])
        let now = server.clock.date
        try await store.transaction { transaction in
            for (place, person) in people.enumerated() {
                let pair = UserPair(person.id, people[(place + 1) % people.count].id)
                try transaction.put(
                    MatchRecord(
                        id: MatchID("\(place)"), first: pair.first, second: pair.second, campus: campus, createdAt: now,
                        date: CalendarDay(now, in: .gmt), origin: .chance, endsAt: now))
            }
        }
        server.clock.advance(by: .seconds(75 * 60))
        store.reset()
        try await server.backend.runScheduledWork()
        let before = try #require(told.withLock { $0 })
        #expect(before < 20 && store.transactions > before + 10)
        #expect(try await store.read { try $0.count(MatchRecord.self, MatchRecord.due(at: .distantFuture)) } == 0)
    }
}
