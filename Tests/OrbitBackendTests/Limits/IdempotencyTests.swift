import Discover
import Networking
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

    @Test func `of one person the latest five hundred keys are kept, of others as many`() async throws {
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

    @Test func `a repeated request of a person without a profile gets its first response, and a new one is refused`()
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
}
