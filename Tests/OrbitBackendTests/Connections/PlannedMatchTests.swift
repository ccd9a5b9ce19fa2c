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

/// Requests for today's match while a job processes the stored plan of the day. Each group is processed once, by the
/// job or by a request.
@Suite struct PlannedMatchTests {
    private static let campus = "stanford.edu"

    /// Stores the complete plan of today. No group is processed yet.
    @discardableResult
    private func plan(_ groups: [[UserID]], on server: TestServer) async throws -> PairingDayRecord {
        var day = PairingDayRecord.asked(of: Self.campus, at: server.clock.date, server.backend.context)[0]
        (day.plan, day.planned) = ("plan", groups.count)
        let parts =
            PairingPartRecord.inOrder(groups, of: day.plan, expiresAt: day.expiresAt)
            + PairingPartRecord.byPerson(groups, of: day.plan, expiresAt: day.end)
        try await server.store.transaction { [day] transaction in
            try transaction.put(day)
            for part in parts { try transaction.put(part) }
        }
        return day
    }

    /// Requests today's match without running the job.
    private func ask(_ person: Member, on server: TestServer) async throws -> TodayData {
        try await server.deferringWork { try await server.askedToday(person) }
    }

    private func runJobs(on server: TestServer) async throws { try await JobRunner(server.backend.context).run() }

    /// The number of partners of each person today; `nil` for a person whose group is not processed.
    private func partners(of people: [Member], on server: TestServer) async throws -> [Int?] {
        let day = PairingDayRecord.asked(of: Self.campus, at: server.clock.date, server.backend.context)[0].day
        return try await server.store.read { reader in
            try people.map { person in
                let record = try PairingRecord.of(person.id, campus: Self.campus, in: reader)
                return record.day == day ? record.partners.count : nil
            }
        }
    }

    /// The number of events of a kind in each log.
    private func events(_ kind: EventKind, of people: [Member], on server: TestServer) async throws -> [Int] {
        try await server.store.read { reader in
            try people.map { person in
                guard let head = try LogHead.of(person.id, in: reader), head.seq > 0 else { return 0 }
                return try LogEntry.list(person.id, 1...head.seq, in: reader).count { $0.kind == kind }
            }
        }
    }

    /// Expects that each person has one partner, one match, and one event of each kind.
    private func expectOneMatch(of people: [Member], on server: TestServer, _ comment: Comment) async throws {
        #expect(try await partners(of: people, on: server).allSatisfy { $0 == 1 }, comment)
        for kind in [EventKind.todayMatched, .matchMade] {
            #expect(try await events(kind, of: people, on: server).allSatisfy { $0 == 1 }, comment)
        }
        for person in people {
            #expect(try await server.matches(person).list.elements.count == 1, comment)
        }
    }

    private func pairs(of people: [Member]) -> [[UserID]] {
        stride(from: 0, to: people.count, by: 2).map { people[$0..<$0 + 2].map(\.id).sorted() }
    }

    /// - Parameter isRetried: Whether each transaction runs twice, as after a serialization failure.
    @Test(arguments: [false, true])
    func `a request matches the caller's group, and the job matches the other groups`(isRetried: Bool) async throws {
        let server = isRetried ? TestServer(store: RetryingStore()) : TestServer()
        let people = try await server.members("a", "b", "c", "d", "e", "f")
        try await plan(pairs(of: people), on: server)
        let data = try await ask(people[4], on: server)
        #expect(data.status == .matched)
        #expect(data.matches.elements.map(\.partnerID) == [people[5].id])
        #expect(try await partners(of: people, on: server) == [nil, nil, nil, nil, 1, 1])
        #expect(try await events(.todayMatched, of: people, on: server) == [0, 0, 0, 0, 1, 1])
        #expect(try await ask(people[5], on: server).matches.elements.map(\.partnerID) == [people[4].id])
        try await runJobs(on: server)
        try await expectOneMatch(of: people, on: server, "after the job")
    }

    @Test func `a group of three is matched by the request of any of the three`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b", "c")
        try await plan([people.map(\.id).sorted()], on: server)
        #expect(try await ask(people[2], on: server).matches.elements.count == 2)
        try await runJobs(on: server)
        #expect(try await partners(of: people, on: server) == [2, 2, 2])
        #expect(try await events(.todayMatched, of: people, on: server) == [2, 2, 2])
    }

    @Test func `a person without a partner in the plan waits until tomorrow and is notified once`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b", "c")
        try await plan(pairs(of: Array(people.prefix(2))) + [[people[2].id]], on: server)
        let data = try await ask(people[2], on: server)
        #expect(data.status == .waiting)
        #expect(data.reason == .tomorrow)
        try await runJobs(on: server)
        #expect(try await events(.todayChanged, of: people, on: server) == [0, 0, 1])
    }

    @Test func `an incomplete plan, an ended pairing and a plan without the caller match no group`() async throws {
        for change in 0..<3 {
            let server = TestServer()
            let people = try await server.members("a", "b", "c")
            var day = try await plan(pairs(of: Array(people.prefix(2))), on: server)
            if change == 0 { day.planned = nil }
            if change == 1 { day.isDone = true }
            try await server.store.transaction { [day] in try $0.put(day) }
            let data = try await ask(people[change == 2 ? 2 : 0], on: server)
            #expect(data.status == .waiting, "change \(change)")
            #expect(data.reason == (change == 1 ? .tomorrow : .underWay), "change \(change)")
            #expect(try await partners(of: people, on: server) == [nil, nil, nil], "change \(change)")
        }
    }

    @Test func `people who have blocked each other since the plan are not matched by a request`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b")
        try await plan(pairs(of: people), on: server)
        let blocked = try await server.deferringWork { try await server.block(people[1].id, by: people[0]) }
        #expect(blocked.status == 200)
        let data = try await ask(people[1], on: server)
        #expect(data.status == .waiting)
        #expect(data.reason == .tomorrow)
        #expect(try await server.matches(people[1]).list.elements.isEmpty)
    }

    @Test func `a person who has paused during the pairing and resumes waits until tomorrow`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b")
        try await plan(pairs(of: people), on: server)
        try await server.deferringWork {
            let paused = try await server.send(.put, "/matches/pause", token: people[0].token)
            #expect(paused.status == 200)
            let alone = try await server.askedToday(people[1])
            #expect(alone.reason == .tomorrow)
            let response = try await server.send(.delete, "/matches/pause", token: people[0].token)
            let resumed = try response.payload(TodayData.self)
            #expect(resumed.reason == .tomorrow)
        }
        try await runJobs(on: server)
        #expect(try await partners(of: people, on: server) == [0, 0])
        // Two events for the start and the end of the pause, and one for the partner's day without a match.
        #expect(try await events(.todayChanged, of: people, on: server) == [2, 1])
    }

    @Test func `a group whose people have all paused is not matched after they resume`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b", "c", "d")
        let day = try await plan(pairs(of: people), on: server)
        func set(_ method: HTTPMethod) async throws {
            for person in people.prefix(2) {
                let response = try await server.send(method, "/matches/pause", token: person.token)
                #expect(response.status == 200)
            }
        }
        try await server.deferringWork {
            try await set(.put)
            let context = server.backend.context
            let isLeft = try await context.commit(at: server.clock.date) { transaction in
                try PairingDay(record: day, context: context, transaction: transaction).carryOut(1)
            }
            #expect(isLeft)
            try await set(.delete)
            let today = try await server.askedToday(people[0])
            #expect(today.reason == .tomorrow)
        }
        try await runJobs(on: server)
        #expect(try await partners(of: people, on: server) == [0, 0, 1, 1])
    }

    @Test func `the third person of a group sees no sign of a block between the other two`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b", "c")
        try await plan([people.map(\.id).sorted()], on: server)
        let blocked = try await server.deferringWork { try await server.block(people[1].id, by: people[0]) }
        #expect(blocked.status == 200)
        let matches = try await ask(people[2], on: server).matches.elements
        #expect(matches.count == 1)
        #expect(matches.allSatisfy { $0.groupID == nil })
        let counts = try await partners(of: people, on: server)
        #expect(counts.compactMap(\.self).sorted() == [0, 1, 1])
    }

    @Test func `a request succeeds if the partner's record is unreadable, and the job counts the failure`()
        async throws
    {
        let (store, events) = (BytesStore(), EventCounts())
        let server = TestServer(store: store) { $0.count = events.add }
        let people = try await server.members("a", "b")
        for method in [HTTPMethod.put, .delete] {
            #expect(try await server.send(method, "/matches/pause", token: people[1].token).status == 200)
        }
        try await plan(pairs(of: people), on: server)
        #expect(await store.spoil("pairing", people[1].id.rawValue))
        #expect(try await ask(people[0], on: server).reason == .underWay)
        try await runJobs(on: server)
        #expect(events.count(of: .workFailed("pairing_days")) == 1)
        #expect(try await ask(people[0], on: server).reason == .tomorrow)
    }

    @Test func `a request succeeds while the store refuses writes, and a later request gets the match`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        let people = try await server.members("a", "b")
        try await plan(pairs(of: people), on: server)
        let context = server.backend.context
        let tomorrow = PairingDayRecord.asked(of: Self.campus, at: server.clock.date, context)[1]
        try await store.transaction { try $0.put(tomorrow) }
        store.fail(after: 0)
        #expect(try await ask(people[0], on: server).reason == .underWay)
        store.fail(after: .max)
        #expect(try await ask(people[0], on: server).status == .matched)
    }

    @Test func `a partner that a server of an earlier version has noted twice is listed once`() async throws {
        let server = TestServer()
        let people = try await server.members("a", "b")
        try await plan(pairs(of: people), on: server)
        #expect(try await ask(people[0], on: server).status == .matched)
        let (id, partner) = (people[0].id, people[1].id)
        try await server.store.transaction { transaction in
            let stored = try transaction.get(PairingRecord.self, id.rawValue)
            var record = try #require(stored)
            let day = try #require(record.day)
            record.take(part: [partner], on: day)
            try transaction.put(record)
        }
        #expect(try await ask(people[0], on: server).matches.elements.map(\.partnerID) == [partner])
    }

    @Test func `simultaneous requests to two servers and the job match each person once`() async throws {
        let server = TestServer()
        let people = try await server.members((0..<8).map { "s\($0)" })
        try await plan(pairs(of: people), on: server)
        let another = TestServer(store: server.store, seed: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, person) in (people + people).enumerated() {
                group.addTask {
                    let today = try await (number % 2 == 0 ? server : another).askedToday(person)
                    #expect(today.status == .matched)
                }
            }
            group.addTask { try await another.backend.runScheduledWork() }
            try await group.waitForAll()
        }
        server.clock.advance(by: .seconds(60))
        try await runJobs(on: server)
        try await expectOneMatch(of: people, on: server, "after all requests")
    }

    /// Returns the number of store calls of a request for a planned match.
    ///
    /// - Parameter others: The number of other groups in the plan.
    private func storeCalls(others: Int) async throws -> Int {
        let store = CountingStore()
        let server = TestServer(store: store)
        let people = try await server.members("a", "b")
        let absent = (0..<others).map { group in (0..<2).map { UserID("absent \(group) \($0)") } }
        try await plan(absent + pairs(of: people), on: server)
        store.reset()
        #expect(try await ask(people[0], on: server).status == .matched)
        return store.calls
    }

    @Test func `the store calls of a request do not depend on the number of groups`() async throws {
        let (few, many) = (try await storeCalls(others: 0), try await storeCalls(others: 2_000))
        #expect(few == many)
    }

    /// Runs an action after each read and transaction of another action, in a new copy of the same campus each time.
    private func interleave(
        _ first: (TestServer, [Member]) async throws -> Void,
        with second: @escaping @Sendable (TestServer, [Member]) async throws -> Void
    ) async throws {
        let records = MemoryStore()
        let world = TestServer(store: records)
        let people = try await world.members("a", "b", "c", "d")
        try await plan(pairs(of: people), on: world)
        var call = 1
        while true {
            let store = InterleavedStore(records.copy())
            let server = TestServer(store: store, seed: 2)
            store.after(calls: call) { try await second(server, people) }
            try await first(server, people)
            if store.isWaiting { break }
            try await expectOneMatch(of: people, on: server, "after call \(call)")
            call += 1
        }
        #expect(call > 3)
    }

    @Test func `the job between any two steps of a request matches each person once`() async throws {
        try await interleave { server, people in
            let today = try await ask(people[2], on: server)
            #expect(today.status == .matched)
        } with: { server, _ in
            try await JobRunner(server.backend.context).run()
        }
    }

    @Test func `a request between any two steps of the job matches each person once`() async throws {
        try await interleave { server, _ in
            try await runJobs(on: server)
        } with: { server, people in
            let data = try await server.deferringWork { try await server.askedToday(people[2]) }
            #expect(data.status == .matched)
        }
    }

    @Test func `a crash at any write of a request and the job leaves each person with one match`() async throws {
        let records = CrashingStore()
        let world = TestServer(store: records)
        let people = try await world.members("a", "b", "c", "d")
        try await plan(pairs(of: people), on: world)
        var (number, isAfterCommit) = (0, false)
        while true {
            let store = try await CrashingStore(copying: records)
            let server = TestServer(store: store, seed: 2)
            store.crash(isAfterCommit ? .afterCommit(number) : .atWrite(number))
            try await server.deferringWork {
                _ = try await server.send(.get, "/matches/today", token: people[2].token)
            }
            do {
                try await runJobs(on: server)
            } catch StoreError.unavailable {
                #expect(store.hasCrashed)
            }
            guard store.hasCrashed else {
                #expect(number > (isAfterCommit ? 2 : 10))
                if isAfterCommit { break }
                (number, isAfterCommit) = (0, true)
                continue
            }
            store.restart()
            #expect(try await ask(people[2], on: server).status == .matched)
            try await runJobs(on: server)
            try await expectOneMatch(
                of: people, on: server, "crash \(isAfterCommit ? "after commit" : "at write") \(number)")
            number += 1
        }
    }

    @Test func `the parts of a plan by person contain the group of each person`() {
        let groups = (0..<1_050).map { group in (0..<(group % 3 + 1)).map { UserID("person \(group) \($0)") } }
        let expiry = Date(timeIntervalSince1970: 0)
        let parts = PairingPartRecord.byPerson(groups, of: "plan", expiresAt: expiry)
        let stored = Dictionary(uniqueKeysWithValues: parts.map { ($0.key, $0.groups) })
        for group in groups {
            for person in group {
                let part = stored[PairingPartRecord.key(of: person, in: "plan", groups: groups.count)]
                #expect(part?.contains(group) == true)
            }
        }
        // A request reads one part, so no part may be large.
        #expect(parts.count == 11 && parts.allSatisfy { $0.groups.count <= 3 * PairingPartRecord.maxGroups })
        let inOrder = PairingPartRecord.inOrder(groups, of: "plan", expiresAt: expiry)
        #expect(inOrder.flatMap(\.groups) == groups)
        #expect(inOrder.map(\.groups.count) == Array(repeating: 100, count: 10) + [50])
        #expect(Set(inOrder.map(\.key)).isDisjoint(with: stored.keys))
    }
}
