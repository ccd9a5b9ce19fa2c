import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Refused writes that no feature declares, and the limit of those that an added feature declares.
@Suite struct DeclaredWritesTests {
    private static let news = EventKind(rawValue: "news.posted")

    /// A record that no feature names.
    private struct ForgottenRecord: BackendRecord {
        static let table = "forgotten"
        static var personalData: PersonalData<Self> { .init(.key()) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    @Test func `the features of Orbit pass the checks of added features`() throws {
        let features = try FeatureSet([]).adding(Feature.all)
        #expect(features.tableNames == FeatureSet.orbit.tableNames)
        #expect(features.tables.count == features.tableNames.count)
    }

    @Test func `a record that no feature names is refused`() async throws {
        let server = TestServer()
        await #expect(throws: FeatureDeclarationError.undeclaredTable("forgotten")) {
            try await server.backend.context.commit(at: server.clock.date) { transaction in
                try transaction.put(ForgottenRecord(key: "maya"))
            }
        }
    }

    @Test func `an event that no feature names is refused`() async throws {
        let server = TestServer()
        await #expect(throws: FeatureDeclarationError.undeclaredEvent(Self.news)) {
            try await server.backend.context.commit(at: server.clock.date) { transaction in
                try transaction.append(Self.news, to: "maya", touches: [])
            }
        }
    }

    @Test func `a use of a rate limit that no feature names is refused`() async throws {
        let server = TestServer()
        let limit = RateLimit(name: "forgotten", tiers: [.init(count: 1, window: 60)])
        await #expect(throws: FeatureDeclarationError.undeclaredLimit("forgotten")) {
            try await server.backend.context.commit(at: server.clock.date) { transaction in
                try limit.admit("maya", in: transaction, now: transaction.now, message: "Wait.")
            }
        }
    }

    @Test(arguments: [EventKind.personHidden, .personShown])
    func `an event that only the backend appends is refused`(_ kind: EventKind) async throws {
        let server = TestServer()
        await #expect(throws: FeatureDeclarationError.reservedEvent(kind)) {
            try await server.backend.context.commit(at: server.clock.date) { transaction in
                try transaction.append(kind, to: "maya", about: "liam", touches: [])
            }
        }
    }

    @Test func `events of an added feature without a cause share one budget`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let (now, events) = (server.clock.date, 100)
        let features = try FeatureSet.orbit.adding([Feature(operations: [], events: [Self.news])])
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: features) { "epoch" }
            for _ in 0..<events { try transaction.append(Self.news, to: maya.id, touches: []) }
            try transaction.close()
        }
        // 15 without a look at their causes, and 45 of one cause.
        #expect(try await server.kinds(in: maya.id).count { $0 == Self.news } == 60)
    }
}
