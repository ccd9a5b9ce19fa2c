import Connections
import Foundation
import Meetups
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The operator's check of all records.
@Suite struct CheckRecordsTests {
    private let store = BytesStore()
    private let events = EventCounts()
    private let server: TestServer

    init() {
        server = TestServer(store: store) { [events] in $0.count = events.add }
    }

    private func check(_ table: String) async throws -> TableCheck {
        try #require(try await server.backend.checkRecords().first { $0.table == table })
    }

    @Test func `a check reads each table of the features`() async throws {
        _ = try await server.members("maya", "liam")
        let checks = try await server.backend.checkRecords()
        #expect(checks.map(\.table) == FeatureSet.orbit.tables.map { $0.table }.sorted())
        #expect(checks.allSatisfy { $0.unreadable == 0 && $0.unreadableKeys.isEmpty })
        for check in checks {
            let keys = await store.keys(of: check.table)
            #expect(check.records == keys.count, "\(check.table)")
        }
        #expect(try await check(AccountRecord.table).records == 2)
    }

    @Test func `a damaged record is reported with its key, and counted for the operator`() async throws {
        let people = try await server.members("maya", "liam")
        let before = events.count(of: .recordUnreadable(AccountRecord.table))
        #expect(await store.spoil(AccountRecord.table, people[0].id.rawValue))
        let accounts = try await check(AccountRecord.table)
        #expect(accounts.records == 2)
        #expect(accounts.unreadable == 1)
        #expect(accounts.unreadableKeys == [people[0].id.rawValue])
        #expect(events.count(of: .recordUnreadable(AccountRecord.table)) == before + 1)
    }

    @Test func `a record of a later version is reported as unreadable`() async throws {
        try await store.transaction { try $0.put(LaterBlock()) }
        let blocks = try await check(BlockRecord.table)
        #expect(blocks.records == 1)
        #expect(blocks.unreadableKeys == ["later"])
    }

    @Test func `pages add up to the whole table, with the keys of ten unreadable records`() async throws {
        let maya = try await server.members("maya")[0]
        let until = server.clock.date.addingTimeInterval(86_400)
        try await store.transaction { transaction in
            for number in 0..<450 {
                try transaction.put(LikeRecord(postID: PostID("\(number)"), userID: maya.id, expiresAt: until))
            }
        }
        for key in await store.keys(of: LikeRecord.table).suffix(12) {
            #expect(await store.spoil(LikeRecord.table, key))
        }
        let likes = try await check(LikeRecord.table)
        #expect(likes.records == 450)
        #expect(likes.unreadable == 12)
        #expect(likes.unreadableKeys.count == TableCheck.maxKeys)
    }
}

/// A record in the table of blocks that a later version has written.
private struct LaterBlock: StoreRecord {
    static let table = BlockRecord.table
    static let schema = BlockRecord.schema + 1

    var key = "later"
    var indexEntries: [IndexEntry] { [] }
}
