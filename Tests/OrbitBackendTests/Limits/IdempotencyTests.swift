import Discover
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct IdempotencyTests {
    private let server = TestServer()

    private func see(_ person: Member, by member: Member, key: String) async throws -> Int {
        try await server.post(
            "/discover/seen", SeenRequest(userIDs: [person.id]), token: member.token,
            headers: [("Idempotency-Key", key)]
        ).status
    }

    @Test func `the latest 500 keys of a person are kept, and keys of other people stay`() async throws {
        let people = try await server.members("maya", "liam")
        #expect(try await see(people[0], by: people[1], key: "first") == 200)
        for number in 0..<520 { #expect(try await see(people[1], by: people[0], key: "\(number)") == 200) }
        let kept = try await server.store.read {
            try $0.list(IdempotencyRecord.self, IndexQuery(IndexEntry.expiryIndex))
        }
        #expect(kept.filter { $0.owner == people[0].id }.count == 500)
        #expect(kept.filter { $0.owner == people[0].id }.map(\.number).min() == 20)
        #expect(kept.filter { $0.owner == people[1].id }.count == 1)
        // A key that is kept is still bound to its request.
        #expect(try await see(people[0], by: people[0], key: "519") == 422)
        #expect(try await see(people[0], by: people[1], key: "first") == 200)
    }

    @Test func `a repeated request gets its first response for less than 24 hours`() async throws {
        var people = try await server.members("maya")
        let entry = server.entry()
        var ids: [MeetupID] = []
        for seconds in [0, 86_399, 1] {
            server.clock.advance(by: .seconds(seconds))
            try await server.renewSessions(of: &people)
            ids.append(try await server.create(entry, by: people[0], key: "k").payload(MeetupListing.self).id)
        }
        #expect(ids[1] == ids[0] && ids[2] != ids[0])
    }

    @Test func `without a profile, a repeated request gets its first response and a new request is refused`()
        async throws
    {
        let person = try await server.members("maya")[0]
        let entry = server.entry()
        let first = try await server.create(entry, by: person, key: "first")
        #expect(first.status == 200)
        try await server.store.transaction { transaction in
            var account = try #require(try transaction.get(AccountRecord.self, person.id.rawValue))
            account.isComplete = false
            try transaction.put(account)
        }
        let again = try await server.create(entry, by: person, key: "first")
        #expect(again.status == 200 && again.data == first.data)
        let another = try await server.create(entry, by: person, key: "second")
        #expect(another.status == 403 && another.code == .profileIncomplete)
    }

    @Test func `a request that was recorded with a fingerprint of an earlier version gets its first response`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let owner = people[0].id
        let first = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(first.status == 200)
        // A fingerprint of an earlier version of the server. It has no prefix with a version, and contains the members
        // of the body one by one.
        let former = ContentHash.hexadecimal(["/api/pokes", people[1].id.rawValue, PokeNote.hello.rawValue])
        try await server.store.transaction { transaction in
            let records = try transaction.list(IdempotencyRecord.self, IndexQuery(IndexEntry.expiryIndex))
            let record = try #require(records.first { $0.owner == owner })
            try transaction.put(
                IdempotencyRecord(
                    key: record.key, owner: record.owner, number: record.number, fingerprint: former,
                    data: record.data, subjects: record.subjects, position: record.position,
                    eventCount: record.eventCount, expiresAt: record.expiresAt))
        }
        let again = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(again.status == 200 && again.body == first.body)
        #expect(try await server.incoming(people[1]).list.elements.count == 1)
        // The fingerprint of a new record is compared, so another request with the same key is refused.
        _ = try await server.poke(people[2].id, by: people[0], key: "l")
        #expect(try await server.poke(people[1].id, by: people[0], key: "l").code == .idempotencyKeyReused)
    }
}
