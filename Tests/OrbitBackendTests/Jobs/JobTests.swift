import Connections
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Jobs, which no caller waits for. Servers share them, they continue after a crash, and a failed job does not block
/// other jobs.
@Suite struct JobTests {
    private let store = BytesStore()
    private let events = EventCounts()
    private let server: TestServer

    init() {
        server = TestServer(store: store) { [events] in $0.count = events.add }
    }

    private func another(at time: any TimeSource) -> OrbitBackend {
        OrbitBackend(store: store, time: time, configuration: .demonstration())
    }

    /// Changes a profile, and leaves the notification of other people as a job.
    private func change(_ member: Member, to name: String) async throws {
        let response = try await server.deferringWork {
            let version = try await server.me(member.token).headers[.etag]
            return try await server.put(.valid(name), token: member.token, ifMatch: version)
        }
        #expect(response.status == 200)
    }

    private func waiting<Record: Job>(_ type: Record.Type) async throws -> Int {
        try await store.read { try $0.count(type, type.due(at: .distantFuture)) }
    }

    private func hold<Record: Job>(_ type: Record.Type, _ key: String, at now: Date) async throws {
        try await store.transaction {
            try $0.put(JobLease(of: type.leaseKey(of: key), by: "another", now: now))
        }
    }

    @Test func `a job leased by another server is done only after the lease expires`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        try await change(people[0], to: "Mia")
        try await hold(ProfileFanOutJob.self, people[0].id.rawValue, at: server.clock.date)
        try await server.backend.runScheduledWork()
        #expect(try await waiting(ProfileFanOutJob.self) == 1)
        server.clock.advance(by: .seconds(60))
        try await server.backend.runScheduledWork()
        #expect(try await waiting(ProfileFanOutJob.self) == 0)
        #expect(try await told(people[1]).last == .personChanged)
    }

    @Test func `fifty jobs leased by another server do not keep the next job waiting`() async throws {
        let now = server.clock.date
        for number in 0...50 {
            let savedAt = now.addingTimeInterval(Double(number - 60))
            try await store.transaction {
                try $0.put(ProfileFanOutJob(userID: UserID("person\(number)"), savedAt: savedAt))
            }
            if number < 50 { try await hold(ProfileFanOutJob.self, "person\(number)", at: now) }
        }
        try await server.backend.runScheduledWork()
        #expect(try await waiting(ProfileFanOutJob.self) == 50)
        #expect(try await store.read { try $0.get(ProfileFanOutJob.self, "person50") } == nil)
    }

    @Test func `two servers with clocks ten minutes apart pair each person once`() async throws {
        let people = try await server.members((0..<8).map { "s\($0)" })
        let ahead = another(at: VirtualClock(date: server.clock.date.addingTimeInterval(600)))
        _ = try await server.deferringWork { try await server.askedToday(people[0]) }
        let before = try await heads(of: people)
        try await withThrowingTaskGroup { group in
            for backend in [server.backend, ahead, server.backend, ahead] {
                group.addTask { try await backend.runScheduledWork() }
            }
            try await group.waitForAll()
        }
        server.clock.advance(by: .seconds(700))
        try await server.backend.runScheduledWork()
        for person in people {
            #expect(try await server.askedToday(person).matches.elements.count == 1)
            #expect(try await told(person, after: before[person.id] ?? 0).filter { $0 == .todayMatched }.count == 1)
        }
    }

    @Test func `a failed job is counted, backs off longer each time, and does not block other jobs`() async throws {
        let people = try await server.members("maya", "liam", "noor")
        try await server.matched(people[1], people[2])
        try await server.matched(people[0], people[2])
        for member in people[0...1] {
            try await change(member, to: "Mia")
            server.clock.advance(by: .seconds(1))  // the corrupt record is due first
        }
        #expect(await store.spoil("fan_outs", people[0].id.rawValue))
        func failures() -> Int { events.count(of: .workFailed("fan_outs")) }
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
        #expect(failures() == 1)
        #expect(try await told(people[2]).count { $0 == .personChanged } == 1)
        for (pause, expected) in [(59, 1), (1, 2), (119, 2), (1, 3)] {
            server.clock.advance(by: .seconds(pause))
            try await server.backend.runScheduledWork()
            #expect(failures() == expected, "after \(pause) s")
        }
    }

    @Test func `a failed job that is written again is retried without back-off`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        try await change(people[0], to: "Mia")
        #expect(await store.spoil("fan_outs", people[0].id.rawValue))
        try await server.backend.runScheduledWork()
        server.clock.advance(by: .seconds(1))
        try await change(people[0], to: "Maia")
        try await server.backend.runScheduledWork()
        #expect(try await told(people[1]).count { $0 == .personChanged } == 1)
    }

    @Test func `a long pairing job stops after 500 groups of people and is finished in a later turn`() async throws {
        let context = server.backend.context
        let today = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, context)[0]
        let groups = (0..<60).map { part in (0..<10).map { [UserID("gone-\(part)-\($0)")] } }
        try await store.transaction { transaction in
            var day = today
            (day.plan, day.planned) = ("plan", 600)
            try transaction.put(day)
            for number in 0..<6 {
                let part = Array(groups[(10 * number)..<(10 * number + 10)].joined())
                try transaction.put(
                    PairingPartRecord(plan: "plan", number: number, groups: part, expiresAt: day.expiresAt))
            }
        }
        let progress = try await PairingDayRecord.perform(today.key, by: JobRunner(context))
        #expect(progress == .incomplete)
        #expect(try await store.read { try $0.get(PairingDayRecord.self, today.key)?.done } == 500)
        try await server.backend.runScheduledWork()
        #expect(try await store.read { try $0.get(PairingDayRecord.self, today.key)?.isDone } == true)
    }

    @Test func `a job is requeued after a step that adds another job`() async throws {
        let context = server.backend.context
        let now = server.clock.date
        let day = PairingDayRecord.asked(of: "stanford.edu", at: now, context)[0]
        try await store.transaction { try $0.put(day) }
        let runner = JobRunner(context)
        let alone = try await runner.runStep(of: PairingDayRecord.self, day.key) { _, _ in true }
        let withOther = try await runner.runStep(of: PairingDayRecord.self, day.key) { _, transaction in
            try transaction.put(ProfileFanOutJob(userID: UserID("maya"), savedAt: now))
            return true
        }
        #expect(alone == .incomplete)
        #expect(withOther == .requeued)
    }

    @Test func `the later of two unfinished plans for a day wins, and a finished plan is kept`() async throws {
        let people = try await server.members("maya")
        let context = server.backend.context
        let today = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, context)[0]
        func day(_ body: @Sendable (PairingDay) throws -> Bool) async throws {
            _ = try await context.commit(at: server.clock.date) { transaction in
                let record = try transaction.get(PairingDayRecord.self, today.key) ?? today
                return try body(PairingDay(record: record, context: context, transaction: transaction))
            }
        }
        let parts = ["slow", "quick"].map {
            PairingPartRecord(plan: $0, number: 0, groups: [[people[0].id]], expiresAt: today.expiresAt)
        }
        try await day { try $0.begin("slow") }
        try await day { try $0.write([parts[0]], of: "slow") }
        try await day { try $0.begin("quick") }
        await #expect(throws: PairingDay.PlanLost.self) { try await day { try $0.write([parts[0]], of: "slow") } }
        await #expect(throws: PairingDay.PlanLost.self) { try await day { try $0.end("slow", groups: 1) } }
        try await day { try $0.write([parts[1]], of: "quick") }
        try await day { try $0.end("quick", groups: 1) }
        await #expect(throws: PairingDay.PlanLost.self) { try await day { try $0.begin("late") } }
    }

    @Test func `an unreadable lease, or a lease from a clock years ahead, does not block a job`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        let job = ProfileFanOutJob.leaseKey(of: people[0].id.rawValue)
        for isSpoilt in [true, false] {
            try await change(people[0], to: isSpoilt ? "Mia" : "Maia")
            try await hold(ProfileFanOutJob.self, people[0].id.rawValue, at: server.clock.date.addingTimeInterval(1e9))
            if isSpoilt { #expect(await store.spoil(JobLease.table, job)) }
            try await server.backend.runScheduledWork()
            #expect(try await waiting(ProfileFanOutJob.self) == 0)
        }
    }

    @Test func `a person with an unreadable record is not paired, and the failure is counted`() async throws {
        let people = try await server.members((0..<6).map { "s\($0)" })
        for method in [HTTPMethod.put, .delete] {
            #expect(try await server.send(method, "/matches/pause", token: people[0].token).status == 200)
        }
        #expect(await store.spoil("pairing", people[0].id.rawValue))
        _ = try await server.deferringWork { try await server.askedToday(people[1]) }
        try await server.backend.runScheduledWork()
        #expect(events.count(of: .workFailed("pairing_days")) == 1)
        var matched = 0
        for person in people.dropFirst() {
            let data = try await server.askedToday(person)
            #expect(data.reason != .underWay)
            matched += data.status == .matched ? 1 : 0
        }
        #expect(matched == 4)
    }

    @Test(.timeLimit(.minutes(60)))
    func `a running backend does its own jobs at once and jobs of other servers within 30 seconds`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        let (backend, news) = (server.backend, StoreChange.topics([LogFollowers.topic(of: people[1].id)]))
        var changes = store.changes().makeAsyncIterator()
        let host = Task { await backend.work() }
        await server.clock.waitForSleepers(atLeast: 6)
        try await change(people[0], to: "Mia")
        while await changes.next() != news {}
        // Another server has left this record without a notification.
        try await store.transaction { [now = server.clock.date] in
            try $0.put(ProfileFanOutJob(userID: people[0].id, savedAt: now))
        }
        server.clock.advance(by: .seconds(30))
        while await changes.next() != news {}
        host.cancel()
        await host.value
    }

    private func heads(of people: [Member]) async throws -> [UserID: Int] {
        try await store.read { reader in
            try people.reduce(into: [:]) { $0[$1.id] = try LogHead.of($1.id, in: reader)?.seq ?? 0 }
        }
    }

    /// The kinds of the events that were sent to a person.
    private func told(_ person: Member, after seq: Int = 0) async throws -> [EventKind] {
        try await store.read { reader in
            guard let head = try LogHead.of(person.id, in: reader), head.seq > seq else { return [] }
            return try LogEntry.list(person.id, seq + 1...head.seq, in: reader).map(\.kind)
        }
    }
}
