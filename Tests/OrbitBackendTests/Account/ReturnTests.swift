import Auth
import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// People who erase their account and sign up again.
@Suite struct ReturnTests {
    private func erase(_ member: Member, _ server: TestServer) async throws {
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
        try await server.backend.runScheduledWork()
    }

    @Test func `a new account of an address has a new id and no matches`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor")
        try await server.matched(people[0], people[1])
        try await erase(people[0], server)
        server.clock.advance(by: .seconds(60))
        let grant = try await server.signIn("maya@stanford.edu")
        #expect(grant.isNewUser)
        #expect(grant.userID != people[0].id)
        try await server.save(.valid(), token: grant.accessToken)
        let back = Member(address: "maya@stanford.edu", id: grant.userID, token: grant.accessToken)
        #expect(try await server.matches(back).list.elements.isEmpty)
        #expect(try await server.person(back.id, as: people[1]).status == 200)
        #expect(try await server.person(people[0].id, as: people[1]).status == 404)
    }

    @Test(arguments: ["maya@stanford.edu", "maya+again@stanford.edu"])
    func `blocks in both directions apply to the new account of an erased person`(_ address: String) async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor", "liam", "zoe")
        _ = try await server.block(people[0].id, by: people[1])
        _ = try await server.block(people[2].id, by: people[0])
        try await erase(people[0], server)
        let list = try await server.blocked(people[1]).list.elements
        #expect(list.count == 1)
        #expect(list.first?.name == nil)
        #expect(list.first?.userID != people[0].id)
        server.clock.advance(by: .seconds(60))
        let back = try await server.join(address, profile: .valid()).userID
        for (other, status) in [(people[1], 404), (people[2], 404), (people[3], 200)] {
            #expect(try await server.person(back, as: other).status == status)
        }
        #expect(try await server.blocked(people[1]).list.elements == list)
    }

    @Test func `the erasure of a blocked person makes the blocker's devices load the list of blocks`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor")
        _ = try await server.block(people[0].id, by: people[1])
        let slices = try await server.slices(of: [people[1]]) { try await erase(people[0], server) }
        #expect(slices[0].events.contains { $0.kind == .void && $0.touches == [.blocks] })
    }

    @Test(arguments: [1, 0])
    func `a new account of an address gets the pseudonym as its id for less than 1,096 days`(
        _ secondsLeft: Int
    ) async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor")
        _ = try await server.block(people[0].id, by: people[1])
        try await erase(people[0], server)
        let pseudonym = try #require(try await server.blocked(people[1]).list.elements.first).userID
        server.clock.advance(by: .seconds(1_096 * 86_400 - secondsLeft))
        // Scheduled work would delete the expired record.
        let back = try await server.deferringWork { try await server.signIn(people[0].address).userID }
        #expect((back == pseudonym) == (secondsLeft > 0))
    }

    @Test func `blocks apply to a new account even before the erasure job has run`()
        async throws
    {
        let server = TestServer()
        let people = try await server.members("maya", "noor", "zoe")
        _ = try await server.block(people[0].id, by: people[1])
        server.clock.advance(by: .seconds(60))
        let (erased, grant) = try await server.deferringWork {
            let erased = try await server.send(.delete, "/users/me", token: people[0].token)
            return (erased, try await server.signIn("maya@stanford.edu"))
        }
        #expect(erased.status == 200)
        #expect(grant.isNewUser)
        func erasure() async throws -> UserID? {
            try await server.store.read { try $0.get(ErasureRecord.self, people[0].id.rawValue)?.person }
        }
        #expect(try await erasure() == people[0].id)
        #expect(try await server.blocked(people[1]).list.elements.map(\.userID) == [grant.userID])
        try await server.backend.runScheduledWork()
        #expect(try await erasure() == nil)
        try await server.save(.valid(), token: grant.accessToken)
        for (other, status) in [(people[1], 404), (people[2], 200)] {
            #expect(try await server.person(grant.userID, as: other).status == status)
        }
    }

    @Test func `a person with many blocks signs up again only after the blocks were moved`() async throws {
        let store = CrashingStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "noor")
        let (id, now) = (people[0].id, server.clock.date)
        try await store.transaction { transaction in
            for number in 0..<2_000 {
                try transaction.put(
                    BlockRecord(
                        blocker: UserID("b\(number)"), blocked: id, campus: "stanford.edu", name: nil, blockedAt: now))
            }
        }
        store.crash(.afterCommit(0))
        _ = try await server.send(.delete, "/users/me", token: people[0].token)
        store.restart()
        server.clock.advance(by: .seconds(60))
        let (challenge, code, early) = try await server.deferringWork {
            let challenge = try await server.challenge(for: "maya@stanford.edu")
            let code = try server.mailTransport.code(for: "maya@stanford.edu")
            return (challenge, code, try await server.verify("maya@stanford.edu", code: code, challenge: challenge))
        }
        #expect(early.code == .rateLimited && early.problem?.retryAfter == 60)
        try await server.backend.runScheduledWork()
        let back = try await server.verify("maya@stanford.edu", code: code, challenge: challenge)
            .payload(AuthGrant.self).userID
        let query = IndexQuery(BlockRecord.byBlocked, group: back.rawValue)
        #expect(try await store.read { try $0.list(BlockRecord.self, query).count } == 2_000)
    }

    @Test func `the digest of the address is deleted with the last block`() async throws {
        let store = CrashingStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "noor")
        _ = try await server.block(people[0].id, by: people[1])
        try await erase(people[0], server)
        func returns() -> Int { store.committed.values.filter { $0 is PseudonymLinkRecord }.count }
        #expect(returns() == 1)
        let pseudonym = try #require(try await server.blocked(people[1]).list.elements.first).userID
        #expect(try await server.unblock(pseudonym, by: people[1]).status == 200)
        #expect(returns() == 0)
    }

    @Test func `an erased person without blocks leaves no digest`() async throws {
        let store = CrashingStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya")
        try await erase(people[0], server)
        #expect(store.committed.values.allSatisfy { !($0 is PseudonymLinkRecord) && !($0 is ErasureRecord) })
    }

    @Test func `an upheld report applies to the new account of an erased person`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "noor")
        let now = server.clock.date
        try await server.store.transaction { [id = people[0].id] in
            try $0.put(ModerationHistoryRecord(userID: id, upheld: [now]))
        }
        for person in people { try await erase(person, server) }
        server.clock.advance(by: .seconds(60))
        let back = try await server.signIn("maya@stanford.edu").userID
        #expect(try await server.store.read { try ModerationHistoryRecord.of(back, in: $0).upheld } == [now])
        let other = try await server.signIn("noor@stanford.edu").userID
        #expect(try await server.store.read { try ModerationHistoryRecord.of(other, in: $0).upheld } == [])
    }

    @Test func `erasing an account does not reset the limit on new accounts of a mailbox`() async throws {
        let server = TestServer()
        for _ in 0..<3 {
            let grant = try await server.signIn("maya@stanford.edu")
            #expect(try await server.send(.delete, "/users/me", token: grant.accessToken).status == 200)
            server.clock.advance(by: .seconds(1_000))
        }
        let challenge = try await server.challenge(for: "maya@stanford.edu")
        let code = try server.mailTransport.code(for: "maya@stanford.edu")
        let refused = try await server.verify("maya@stanford.edu", code: code, challenge: challenge)
        #expect(refused.code == .rateLimited)
        server.clock.advance(by: .seconds(30 * 86_400))
        #expect(try await server.signIn("maya@stanford.edu").isNewUser)
    }
}
