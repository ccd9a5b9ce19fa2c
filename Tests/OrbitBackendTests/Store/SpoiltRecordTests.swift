import Discover
import Foundation
import Matching
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import OrbitStoreTesting
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Records that cannot be read. They affect only their owners, and not the rest of the campus.
@Suite struct SpoiltRecordTests {
    private let store = BytesStore()
    private let events = EventCounts()
    private let server: TestServer

    init() {
        server = TestServer(store: store) { [events] in $0.count = events.add }
    }

    private func count(of table: String) -> Int { events.count(of: .recordUnreadable(table)) }

    @Test(arguments: StoreConformance.checks)
    func `a store of bytes keeps the contract`(_ check: StoreCheck) async throws {
        try await check.run {
            let store = BytesStore()
            return StoreUnderTest { store }
        }
    }

    @Test(arguments: [false, true])
    func `a list continues without an unreadable account, and the failure is counted for the operator`(
        isKnown: Bool
    ) async throws {
        let members = try await server.members("noor", "liam", "zoe", "ana")
        if isKnown { _ = try await server.suggestedPeople(to: members[1]) }
        #expect(await store.spoil("accounts", members[0].id.rawValue))
        let others = Set(members[1...].map(\.id))
        for member in members[1...] {
            #expect(try await server.suggestedPeople(to: member) == others.subtracting([member.id]))
        }
        #expect(count(of: "accounts") > 0)
        #expect(try await server.send(.get, "/users/\(members[0].id)", token: members[1].token).status == 404)
        // The campus is paired without the person.
        for member in members[1...] {
            #expect(try await server.send(.get, "/matches/today", token: member.token).status == 200)
        }
    }

    @Test func `the owner of an unreadable account gets status 500 and no new account`() async throws {
        let grant = try await server.join("noor@stanford.edu")
        #expect(await store.spoil("accounts", grant.userID.rawValue))
        server.clock.advance(by: .seconds(60))
        let challenge = try await server.challenge(for: "noor@stanford.edu")
        let code = try server.mailTransport.code(for: "noor@stanford.edu")
        for response in [
            try await server.me(grant.accessToken), try await server.refresh(grant.refreshToken),
            try await server.send(.get, "/discover/users", token: grant.accessToken),
            try await server.verify("noor@stanford.edu", code: code, challenge: challenge),
            try await server.verify("noor@stanford.edu", code: code, challenge: challenge),
        ] {
            #expect(response.status == 500)
            #expect(response.code == .unavailable)
            #expect(!String(decoding: response.body, as: UTF8.self).contains("accounts"))
        }
        #expect(await store.keys(of: "accounts") == [grant.userID.rawValue])
        #expect(count(of: "accounts") >= 5)
        #expect(try await server.signIn("liam@stanford.edu").isNewUser)
    }

    @Test func `a person with an unreadable record is not suggested`() async throws {
        let members = try await server.members("noor", "liam", "zoe")
        _ = try await server.set(Dealbreakers(ages: 18...99), by: members[0])
        #expect(await store.spoil("tastes", members[0].id.rawValue))
        #expect(try await server.suggestedPeople(to: members[1]) == [members[2].id])
        #expect(count(of: "tastes") > 0)
    }

    @Test func `an unreadable block stays in force`() async throws {
        let members = try await server.members("noor", "liam", "zoe")
        #expect(try await server.block(members[1].id, by: members[0]).status == 200)
        #expect(await store.spoil("blocks", BlockRecord.key(members[0].id, members[1].id)))
        for (viewer, other) in [(0, 1), (1, 0)] {
            #expect(try await server.suggestedPeople(to: members[viewer]) == [members[2].id])
            let path = "/users/\(members[other].id)"
            #expect(try await server.send(.get, path, token: members[viewer].token).status == 404)
            #expect(try await server.poke(members[other].id, by: members[viewer], key: "key-\(viewer)").status == 404)
        }
        #expect(count(of: "blocks") > 0)
    }

    @Test(arguments: [false, true])
    func `a person hidden by an unreadable block is not counted at a meetup or a post`(
        isViewerBlocker: Bool
    ) async throws {
        let server = TestServer.onCampus(store: store)
        let members = try await server.members("vera", "maya", "ana")
        let id = try await server.host(by: members[2]).id
        for guest in members.prefix(2) { try await server.joined(id, by: guest) }
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: members[2].token).payload(FeedItem.self)
        let path = "/meetups/posts/\(post.id)/like"
        #expect(try await server.send(.put, path, token: members[1].token).status == 200)
        let (blocker, blocked) = isViewerBlocker ? (members[0], members[1]) : (members[1], members[0])
        #expect(try await server.block(blocked.id, by: blocker).status == 200)
        func counts() async throws -> [Int] {
            let listed = try #require(try await server.browse(members[0]).list.elements.first).meetup
            let read = try await server.meetup(id, as: members[0])
            let page = try await server.send(.get, "/meetups/\(id)/posts", token: members[0].token)
            let shown = try #require(try page.payload(Page<FeedItem>.self).list.elements.first).post
            return [listed.goingCount, read.goingCount, shown.likeCount]
        }
        #expect(try await counts() == [2, 2, 0])
        #expect(await store.spoil("blocks", BlockRecord.key(blocker.id, blocked.id)))
        #expect(try await counts() == [2, 2, 0])
        #expect(try await server.meetup(id, as: members[2]).goingCount == 3)
    }

    @Test func `a suspension sends no event between two people with an unreadable block`() async throws {
        let server = try TestServer.moderated(by: "mod", store: store)
        let people = try await server.members("maya", "liam", "ana", "mod")
        for (host, hours) in [(people[1], 48.0), (people[2], 72)] {
            let id = try await server.host(inHours: hours, by: host).id
            try await server.joined(id, by: people[0])
        }
        try await server.reported(.person(people[0].id), by: people[2])
        // A request would end the attendance at the blocker's meetup, so the block is stored directly.
        let block = BlockRecord(
            blocker: people[1].id, blocked: people[0].id, campus: "stanford.edu", name: nil,
            blockedAt: server.clock.date)
        try await store.transaction { try $0.put(block) }
        #expect(await store.spoil(BlockRecord.table, block.key))
        let slices = try await server.slices(of: [people[1], people[2]]) {
            _ = try await server.decideFirstCase(.suspend, days: 3, by: people[3])
        }
        #expect(slices.map { $0.events.map(\.kind).contains(.personHidden) } == [false, true])
    }

    @Test(arguments: [false, true])
    func `an unreadable audit head breaks the trail but does not stop decisions`(
        isTrailEmpty: Bool
    ) async throws {
        let moderator = try EmailAddress("mod@stanford.edu")
        let server = TestServer(store: store) { ($0.moderators, $0.count) = ([moderator], events.add) }
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.suspend, days: 3, by: people[2])
        if isTrailEmpty { try await store.transaction { try $0.delete(AuditRecord.self, "1") } }
        #expect(await store.spoil(AuditHead.table, AuditHead.onlyKey))
        let entries = isTrailEmpty ? 0 : 1
        let spoilt = try await server.backend.verifyAuditTrail()
        #expect(spoilt == AuditVerification(entries: 0, firstFault: entries + 1))
        #expect(events.count(of: .auditTrailBroken) == 1)
        #expect(try await server.lift(decision.id, by: people[2]).status == 200)
        #expect(events.count(of: .auditTrailBroken) == 2)
        let continued = try await server.backend.verifyAuditTrail()
        #expect(continued == AuditVerification(entries: entries + 1, firstFault: entries + 2))
    }
}
