import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Writes that no feature declares are refused. Events that an added feature declares have a limit.
@Suite struct DeclaredWritesTests {
    private static let news = EventKind(rawValue: "news.posted")

    /// A record that no feature names.
    private struct ForgottenRecord: BackendRecord, BlobRecord {
        static let table = "forgotten"
        static var personalData: PersonalData<Self> { .init(.key()) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// A record that no feature can name, because it is not a `BackendRecord`.
    private struct BareRecord: BlobRecord {
        static let table = "bare"

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// A record that no feature names, with the table of accounts.
    private struct OtherAccountRecord: BackendRecord, BlobRecord {
        static let table = AccountRecord.table
        static var personalData: PersonalData<Self> { .init(.key()) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// Checks that each way to write a record is refused.
    private func expectRefusal<Record: BlobRecord>(
        of record: Record, with error: FeatureDeclarationError, on server: TestServer
    ) async {
        let writes: [@Sendable (LogTransaction) throws -> Void] = [
            { try $0.put(record) },
            { try $0.delete(Record.self, record.key) },
            { try $0.putBlob(Data([1]), of: Record.self, record.key) },
        ]
        for write in writes {
            await #expect(throws: error) {
                try await server.backend.context.commit(at: server.clock.date, write)
            }
        }
    }

    @Test func `the features of Orbit pass the checks of added features`() throws {
        let tables = try FeatureSet([]).adding(Feature.all).tables.map { $0.table }
        #expect(Set(tables) == Set(FeatureSet.orbit.tables.map { $0.table }))
        #expect(tables.count == Set(tables).count)
    }

    @Test func `a write of a record that no feature names is refused`() async {
        let server = TestServer()
        await expectRefusal(of: ForgottenRecord(key: "maya"), with: .undeclaredTable("forgotten"), on: server)
        await expectRefusal(of: BareRecord(key: "maya"), with: .undeclaredTable("bare"), on: server)
    }

    @Test func `a write to the table of a feature by another type is refused, and the record stays`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0].id.rawValue
        let before = try await server.store.read { try $0.get(AccountRecord.self, maya)?.version }
        await expectRefusal(of: OtherAccountRecord(key: maya), with: .foreignTable("accounts"), on: server)
        let after = try await server.store.read { try $0.get(AccountRecord.self, maya)?.version }
        #expect(before != nil && after == before)
        #expect(
            FeatureDeclarationError.foreignTable("accounts").errorDescription
                == "The table accounts has records of another type. Give your record its own table.")
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
        // The log accepts 15 events regardless of their causes. The events without a cause share one budget of 45
        // events.
        #expect(try await server.kinds(in: maya.id).count { $0 == Self.news } == 60)
    }
}
