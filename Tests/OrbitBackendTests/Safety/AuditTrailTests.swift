import Foundation
import Moderation
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Changes to the moderators' audit trail by a person with access to the database.
@Suite struct AuditTrailTests {
    private let server: TestServer
    private let store = CountingStore()
    private let events = EventCounts()

    init() throws {
        let (moderator, count) = (try EmailAddress("mod@stanford.edu"), events.add)
        server = TestServer(store: store) { configuration in
            configuration.moderators = [moderator]
            configuration.count = count
        }
    }

    /// Makes two entries.
    private func decide() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.suspend, days: 3, by: people[2])
        _ = try await server.lift(decision.id, by: people[2])
    }

    private var head: AuditHead {
        get async throws {
            try #require(try await server.store.read { try $0.get(AuditHead.self, AuditHead.onlyKey) })
        }
    }

    private func entry(_ number: Int) async throws -> AuditEntry {
        try #require(try await server.store.read { try $0.get(AuditRecord.self, String(number)) }).entry
    }

    /// Removes the second entry, and replaces the head or removes it.
    private func shorten(by head: AuditHead?) async throws {
        try await server.store.transaction { transaction in
            try transaction.delete(AuditRecord.self, "2")
            if let head { try transaction.put(head) } else { try transaction.delete(AuditHead.self, AuditHead.onlyKey) }
        }
    }

    /// A head of one entry, with any text for a seal.
    private func forgedHead(_ seal: String) async throws -> AuditHead {
        let first = try await entry(1)
        return try JSONDecoder().decode(
            AuditHead.self,
            from: JSONSerialization.data(withJSONObject: ["number": 1, "hash": first.hash, "seal": seal]))
    }

    /// The second record with another number.
    private func forgedRecord(_ number: Int) async throws -> AuditRecord {
        let record = try #require(try await server.store.read { try $0.get(AuditRecord.self, "2") })
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(record))
        var members = try #require(json as? [String: Any])
        var entry = try #require(members["entry"] as? [String: Any])
        entry["number"] = number
        members["entry"] = entry
        return try JSONDecoder().decode(AuditRecord.self, from: JSONSerialization.data(withJSONObject: members))
    }

    /// Writes entries, as decisions do.
    private func append(_ count: Int = 1) async throws {
        let trail = AuditTrail(digest: server.backend.context.digest)
        let item = ReportedItem(about: .person("liam"), accused: "liam")
        let (file, now) = (CaseRecord(item, on: "stanford.edu", at: server.clock.date), server.clock.date)
        let body = DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "Seen.")
        let decision = DecisionRecord("decision", of: file, by: "mod", body, at: now)
        try await server.backend.context.commit(at: now) { transaction in
            for number in 1...count {
                try trail.append(.decided, by: "mod", decision, details: "\(number)", note: "", in: transaction)
            }
        }
    }

    private func verify() async throws -> AuditVerification { try await server.backend.verifyAuditTrail() }

    /// Verifies the trail in a process that has read no entry before.
    private func verifyAfterRestart() async throws -> AuditVerification {
        let configuration = server.backend.context.configuration
        return try await OrbitBackend(
            store: server.store, time: server.clock, random: .seeded(2), configuration: configuration
        ).verifyAuditTrail()
    }

    @Test func `a trail without an entry is intact`() async throws {
        #expect(try await verify() == AuditVerification(entries: 0, firstFault: nil))
        #expect(events.count(of: .auditTrailBroken) == 0)
    }

    @Test func `the hash of an entry never changes, because stores contain it`() async throws {
        server.clock.advance(by: .microseconds(700))
        try await append()
        let hash = try await entry(1).hash
        #expect(hash == "6130633439393032373638656266643764386131353430653136373638316661")
    }

    @Test func `a trail without its last entry is broken with any head`() async throws {
        try await decide()
        let (head, first) = (try await head, try await entry(1))
        let members = try JSONSerialization.jsonObject(with: JSONEncoder().encode(head)) as? [String: Any]
        let genuine = try #require(members?["seal"] as? String)
        for seal in ["", first.hash, genuine] {
            try await shorten(by: forgedHead(seal))
            #expect(try await verify() == AuditVerification(entries: 1, firstFault: 2))
        }
        try await shorten(by: nil)
        #expect(try await verify() == AuditVerification(entries: 0, firstFault: 2))
        #expect(events.count(of: .auditTrailBroken) == 4)
    }

    @Test func `a verified trail that is reset to an earlier state is broken`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.suspend, days: 3, by: people[2])
        let earlier = try await head
        _ = try await server.lift(decision.id, by: people[2])
        #expect(try await verify() == AuditVerification(entries: 2, firstFault: nil))
        try await shorten(by: earlier)
        for _ in 0..<2 { #expect(try await verify() == AuditVerification(entries: 1, firstFault: 2)) }
    }

    @Test(arguments: [true, false])
    func `an entry after a forged or missing head is written and reported, and the trail stays broken`(
        _ hasHead: Bool
    ) async throws {
        try await decide()
        let (first, forged) = (try await entry(1), try await forgedHead(""))
        try await shorten(by: hasHead ? forged : nil)
        for number in 2...3 {
            try await append()
            #expect(events.count(of: .auditTrailBroken) == 2 * number - 3)
            let verification = try await verifyAfterRestart()
            #expect(verification == AuditVerification(entries: number, firstFault: number + 1))
        }
        #expect(try await entry(2).previous == first.hash)
    }

    @Test func `an entry written after the removal of the head replaces no earlier entry`() async throws {
        try await decide()
        let entries = [try await entry(1), try await entry(2)]
        try await server.store.transaction { try $0.delete(AuditHead.self, AuditHead.onlyKey) }
        try await append()
        #expect(try await [entry(1), entry(2)] == entries)
        #expect(try await entry(3).previous == entries[1].hash)
        #expect(try await verifyAfterRestart() == AuditVerification(entries: 3, firstFault: 4))
    }

    @Test func `a new entry after a removed last entry does not fill the gap, and reports a broken trail`()
        async throws
    {
        try await decide()
        let head = try await head
        try await shorten(by: head)
        try await append()
        #expect(events.count(of: .auditTrailBroken) == 1)
        #expect(try await entry(3).previous == head.hash)
        #expect(try await verifyAfterRestart() == AuditVerification(entries: 3, firstFault: 2))
    }

    @Test func `an entry after a forged head of the greatest number is written`() async throws {
        try await decide()
        let forged = try JSONDecoder().decode(
            AuditHead.self, from: Data(#"{"number":\#(Int.max),"hash":"","seal":""}"#.utf8))
        try await server.store.transaction { try $0.put(forged) }
        try await append()
        #expect(try await verifyAfterRestart() == AuditVerification(entries: 3, firstFault: 4))
    }

    @Test(arguments: [Int.max - 1, Int.max])
    func `entries after a forged record of one of the greatest numbers replace no record`(_ number: Int) async throws {
        try await decide()
        let forged = try await forgedRecord(number)
        try await server.store.transaction { try $0.put(forged) }
        for count in 1...3 {
            try await append()
            let entries = try await server.store.read {
                try $0.list(AuditRecord.self, IndexQuery(AuditRecord.byNumber))
            }.map(\.entry)
            #expect(entries.count == 3 + count && entries.contains(forged.entry))
            #expect(try await verifyAfterRestart().firstFault != nil)
        }
    }

    @Test(arguments: [Int.max - 1, Int.max])
    func `entries after forged records take constant store calls, and verification finds a fault`(
        _ number: Int
    ) async throws {
        try await decide()
        let forged = [try await forgedRecord(number), try await forgedRecord(number - 1)]
        try await server.store.transaction { transaction in
            for record in forged { try transaction.put(record) }
        }
        var calls: [Int] = []
        for _ in 0..<2 {
            try await append(99)
            store.reset()
            try await append()
            calls.append(store.calls)
        }
        #expect(calls[0] == calls[1])
        let entries = try await server.store.read { try $0.list(AuditRecord.self, IndexQuery(AuditRecord.byNumber)) }
            .map(\.entry)
        #expect(entries.count == 204 && forged.allSatisfy { entries.contains($0.entry) })
        #expect(try await verifyAfterRestart().firstFault != nil)
    }

    @Test func `an entry after forged records does not replace a record that has no index entry`() async throws {
        struct UnindexedRow: StoreRecord, Equatable {
            static let table = AuditRecord.table
            let key: String
            var indexEntries: [IndexEntry] { [] }
        }
        try await decide()
        let (forged, row) = (try await forgedRecord(Int.max - 1), UnindexedRow(key: "3"))
        try await server.store.transaction { transaction in
            try transaction.put(forged)
            try transaction.put(row)
        }
        for count in 1...3 {
            try await append()
            let entries = try await server.store.read {
                try $0.list(AuditRecord.self, IndexQuery(AuditRecord.byNumber))
            }.map(\.entry)
            #expect(entries.count == 3 + count && entries.contains(forged.entry))
            #expect(try await server.store.read { try $0.get(UnindexedRow.self, "3") } == row)
            #expect(try await verifyAfterRestart().firstFault != nil)
        }
    }

    @Test func `due work verifies the trail at a start and once a day`() async throws {
        try await decide()
        try await shorten(by: head)
        for (seconds, count) in [(0.0, 1), (1, 1), (86_398, 1), (1, 2), (86_399, 2), (1, 3), (-86_400, 4)] {
            if seconds < 0 { server.clock.jumpDate(by: .seconds(seconds)) }
            server.clock.advance(by: .seconds(seconds))
            try await server.backend.runScheduledWork()
            #expect(events.count(of: .auditTrailBroken) == count)
        }
    }

    @Test func `a trail longer than a batch is read to its end`() async throws {
        try await append(1_203)
        #expect(try await verify() == AuditVerification(entries: 1_203, firstFault: nil))
        #expect(events.count(of: .auditTrailBroken) == 0)
        for number in [500, 501, 1_000, 1_203] {
            let record = try await server.store.transaction { transaction in
                let record = try #require(try transaction.get(AuditRecord.self, String(number)))
                try transaction.delete(AuditRecord.self, record.key)
                return record
            }
            #expect(try await verify().firstFault == number)
            try await server.store.transaction { try $0.put(record) }
        }
        #expect(try await verify().firstFault == nil)
    }
}
