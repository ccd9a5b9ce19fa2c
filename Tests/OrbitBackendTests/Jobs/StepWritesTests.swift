import Connections
import Foundation
import Matching
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The writes of jobs that notify many people. Each log is full, so each event also removes an event.
@Suite struct StepWritesTests {
    private let store: WriteCounter
    private let server: TestServer

    init() throws {
        store = WriteCounter()
        server = try .moderated(by: "mod", store: store)
    }

    @Test func `a suspension takes at most 200 writes in a step`() async throws {
        let liam = try await server.members("liam")[0]
        let matches = try await befriend(liam, 150)
        let work = SuspensionWork(of: liam.id, .hide, at: server.clock.date)
        try await store.transaction { try $0.put(work) }
        _ = store.takeMost()
        try await server.backend.runScheduledWork()
        #expect(store.takeMost() <= 200)
        #expect(try await newEvents(in: matches) == 150)
    }

    @Test func `the outcome of many reports takes at most 200 writes in a step`() async throws {
        let people = try await server.members("liam", "mod")
        let reporters = try await server.crowd(60)
        for reporter in reporters { try await server.reported(.person(people[0].id), by: reporter) }
        try await fillLogs(of: reporters)
        _ = store.takeMost()
        try await server.decideFirstCase(.warn, by: people[1])
        try await server.backend.runScheduledWork()
        #expect(store.takeMost() <= 200)
        #expect(try await newEvents(in: reporters) == 60)
    }

    /// Gives a person matches whose logs are full.
    private func befriend(_ member: Member, _ count: Int) async throws -> [Member] {
        let (others, now) = (try await server.crowd(count), server.clock.date)
        let day = try #require(CalendarDay("2027-01-15"))
        try await store.transaction { transaction in
            for (number, other) in others.enumerated() {
                let pair = UserPair(member.id, other.id)
                try transaction.put(
                    MatchRecord(
                        id: MatchID("match-\(number)"), first: pair.first, second: pair.second,
                        campus: "stanford.edu", createdAt: now, date: day, origin: .poke))
            }
        }
        try await fillLogs(of: others)
        return others
    }

    /// Fills the logs of people.
    private func fillLogs(of people: [Member]) async throws {
        try await store.transaction { transaction in
            for person in people {
                var head = try LogHead.of(person.id, in: transaction) ?? LogHead(owner: person.id, epoch: "epoch")
                head.seq = head.floor + LogRetention.capacity
                try transaction.put(head)
            }
        }
    }

    /// The number of people whose full log has one further event.
    private func newEvents(in people: [Member]) async throws -> Int {
        try await store.read { reader in
            try people.count { person in
                let head = try LogHead.of(person.id, in: reader)
                return head?.floor == 1 && head?.seq == LogRetention.capacity + 1
            }
        }
    }
}
