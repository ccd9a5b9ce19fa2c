import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Jobs of added features that never end, or that take many steps.
@Suite struct AddedJobTests {
    enum Behavior: String, Codable, CaseIterable {
        case leavesSomething, keepsItsRecord, movesToEndOfQueue, writesAnother, leavesOtherWork
    }

    private struct EndlessJob: Job {
        static let table = "endless"
        static var personalData: PersonalData<Self> { .none("Work without an end.") }

        var key = "first"
        let behavior: Behavior
        var steps = 0

        var indexEntries: [IndexEntry] {
            let since = behavior == .movesToEndOfQueue ? Double(steps) / 1000 : 0
            return [Self.waitingEntry(since: Date(timeIntervalSince1970: since))]
        }

        func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
            var next = self
            next.steps += 1
            switch behavior {
            case .leavesSomething, .movesToEndOfQueue: break
            case .keepsItsRecord:
                try transaction.put(next)
                return false
            case .writesAnother:
                next.key = key == "first" ? "second" : "first"
                try transaction.delete(Self.self, key)
                try transaction.put(next)
                return false
            case .leavesOtherWork where steps.isMultiple(of: 2): try transaction.put(ShortJob(key: "other"))
            case .leavesOtherWork: break
            }
            try transaction.put(next)
            return true
        }
    }

    private struct ShortJob: Job {
        static let table = "short"
        static var personalData: PersonalData<Self> { .none("Work of one step.") }

        let key: String
        var indexEntries: [IndexEntry] { [Self.waitingEntry(since: .distantPast)] }

        func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
            try transaction.delete(Self.self, key)
            return false
        }
    }

    private static let feature = Feature(operations: [], records: [EndlessJob.self, ShortJob.self])

    private let events = EventCounts()

    @Test(arguments: Behavior.allCases)
    func `an endless added job takes 5,000 steps a minute and does not hold up other jobs`(
        behavior: Behavior
    ) async throws {
        let server = try TestServer.adding(Self.feature, counting: events)
        let store = server.store
        func steps() async throws -> Int? {
            try await store.read { try $0.get(EndlessJob.self, all: ["first", "second"]) }.values.first?.steps
        }
        try await store.transaction { transaction in
            try transaction.put(EndlessJob(behavior: behavior))
            try transaction.put(ShortJob(key: "short"))
        }
        let failed = OperatorEvent.workFailed("endless")

        try await server.backend.runScheduledWork()
        #expect(try await store.read { try $0.get(ShortJob.self, "short") } == nil)
        #expect(try await steps() == 5_000)
        #expect(events.count(of: failed) == 1)
        server.clock.advance(by: .seconds(59))
        try await server.backend.runScheduledWork()
        #expect(try await steps() == 5_000)
        #expect(events.count(of: failed) == 1)
        server.clock.advance(by: .seconds(1))
        try await server.backend.runScheduledWork()
        #expect(try await steps() == 10_000)
        #expect(events.count(of: failed) == 2)
    }

    @Test(arguments: [false, true])
    func `one run does 5,001 jobs of a built-in feature, but only 5,000 of an added feature`(isAdded: Bool) async throws
    {
        let server = try TestServer.adding(counting: events)
        let store = server.store
        let context = server.context(
            with: isAdded ? FeatureSet([], adding: [Self.feature]) : FeatureSet([Self.feature]))
        func left() async throws -> Int {
            try await store.read { try $0.positions(ShortJob.self, ShortJob.due(at: server.clock.date)) }.count
        }
        try await store.transaction { transaction in
            for number in 0..<5_001 { try transaction.put(ShortJob(key: "\(number)")) }
        }
        try await JobRunner(context).run()
        #expect(try await left() == (isAdded ? 1 : 0))
        #expect(events.count(of: .workFailed("short")) == (isAdded ? 1 : 0))
        #expect(context.work.take())
        server.clock.advance(by: .seconds(60))
        try await JobRunner(context).run()
        #expect(try await left() == 0)
    }
}
