import Connections
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The single steps of the pairing of a day.
@Suite struct PairingDayTests {
    private let server = TestServer()

    private func day(_ change: (inout PairingDayRecord) -> Void = { _ in }) -> PairingDayRecord {
        var day = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, server.backend.context)[0]
        change(&day)
        return day
    }

    /// Performs a step, by default now, and returns its result and the stored progress.
    private func perform(
        on record: PairingDayRecord, at date: Date? = nil, _ body: @Sendable (PairingDay) throws -> Bool
    ) async throws -> (isLeft: Bool, stored: PairingDayRecord?) {
        let (context, now) = (server.backend.context, date ?? server.clock.date)
        return try await context.commit(at: now) { transaction in
            let isLeft = try body(PairingDay(record: record, context: context, transaction: transaction))
            return (isLeft, try transaction.get(PairingDayRecord.self, record.key))
        }
    }

    @Test func `a server whose plan was replaced or completed writes no more of it`() async throws {
        let replaced = day { $0.plan = "another" }
        let complete = day { ($0.plan, $0.planned) = ("plan", 1) }
        for record in [replaced, complete] {
            await #expect(throws: PairingDay.PlanLost.self) {
                _ = try await perform(on: record) { try $0.write([PairingPartRecord](), of: "plan") }
            }
            await #expect(throws: PairingDay.PlanLost.self) {
                _ = try await perform(on: record) { try $0.end("plan", groups: 1) }
            }
        }
        await #expect(throws: PairingDay.PlanLost.self) {
            _ = try await perform(on: complete) { try $0.begin("new") }
        }
        let begun = try await perform(on: replaced) { try $0.begin("new") }
        #expect(begun.isLeft && begun.stored?.plan == "new")
    }

    @Test func `a job leaves the unfinished plan of another server to that server`() async throws {
        let records = MemoryStore()
        let people = try await TestServer(store: records).members("maya", "liam")
        let today = day()
        let part = PairingPartRecord(
            plan: "another", number: 0, groups: [people.map(\.id)], expiresAt: today.expiresAt)
        try await records.transaction { try $0.put(today) }
        var (call, losses, isWaiting) = (1, 0, false)
        while !isWaiting {
            let campus = records.copy()
            let store = InterleavedStore(campus)
            store.after(calls: call) {
                try await campus.transaction { transaction in
                    guard var day = try transaction.get(PairingDayRecord.self, today.key), day.planned == nil else {
                        return
                    }
                    day.plan = part.plan
                    try transaction.put(day)
                    try transaction.put(part)
                }
            }
            let runner = JobRunner(TestServer(store: store, seed: 2).backend.context)
            let progress = try await PairingDayRecord.perform(today.key, by: runner)
            let (stored, left) = try await campus.read { reader in
                (try reader.get(PairingDayRecord.self, today.key), try reader.get(PairingPartRecord.self, part.key))
            }
            if stored?.plan == part.plan {
                losses += 1
                #expect(progress == .locked && stored?.done == 0 && left?.groups == part.groups, "after call \(call)")
            } else {
                #expect(progress == .completed && stored?.isDone == true, "after call \(call)")
            }
            isWaiting = store.isWaiting
            call += 1
        }
        #expect(losses > 0)
    }

    @Test(arguments: [0, 1])
    func `a plan is complete once all of its groups are processed`(_ groups: Int) async throws {
        let record = day { $0.plan = "plan" }
        let ended = try await perform(on: record) { try $0.end("plan", groups: groups) }
        #expect(ended.isLeft == (groups > 0))
        #expect(ended.stored?.planned == groups && ended.stored?.isDone == (groups == 0))
    }

    @Test(arguments: [0.0, -0.001])
    func `from the end of the day on, the pairing matches no group`(_ delay: TimeInterval) async throws {
        let people = try await server.members("maya", "liam")
        let record = day { ($0.plan, $0.planned) = ("plan", 1) }
        let groups = [people.map(\.id)]
        let parts = PairingPartRecord.inOrder(groups, of: "plan", expiresAt: record.expiresAt)
        try await server.store.transaction { transaction in
            for part in parts { try transaction.put(part) }
        }
        let step = try await perform(on: record, at: record.end.addingTimeInterval(delay)) { try $0.carryOut(10) }
        #expect(!step.isLeft && step.stored?.isDone == true)
        let pair = UserPair(people[0].id, people[1].id)
        let match = try await server.store.read { try MatchRecord.between(pair, in: $0) }
        #expect((match == nil) == (delay == 0))
    }

    @Test func `a missing part of a plan counts as processed`() async throws {
        let record = day { ($0.plan, $0.planned) = ("plan", 250) }
        let step = try await perform(on: record) { try $0.carryOut(10) }
        #expect(step.isLeft && step.stored?.done == 100)
    }

    @Test func `a group is skipped only if the pairing has not continued meanwhile`() async throws {
        let record = day { ($0.plan, $0.planned, $0.done) = ("plan", 5, 2) }
        let other = try await perform(on: record) { try $0.skip(1) }
        #expect(other.isLeft && other.stored == nil)
        let skipped = try await perform(on: record) { try $0.skip(2) }
        #expect(skipped.isLeft && skipped.stored?.done == 3)
    }

    @Test func `a pairing knows all blocks of a campus with more than a page of them`() async throws {
        let maya = try await server.members("maya")[0]
        try await server.storeBlocks(of: maya, 0..<450, isOwn: true)
        let (context, now) = (server.backend.context, server.clock.date)
        let known = try await PairingSnapshot(
            of: "stanford.edu", on: context.day(on: "stanford.edu", at: now), context, now: now)
        #expect(known.forbidden.count == 450)
    }
}
