import Discover
import Networking
import OrbitModels
import OrbitStore
import Testing

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
        let kept = try await server.store.read { try $0.list(IdempotencyRecord.self, IndexQuery(Sweep.index)) }
        #expect(kept.filter { $0.owner == people[0].id }.count == 500)
        #expect(kept.filter { $0.owner == people[0].id }.map(\.number).min() == 20)
        #expect(kept.filter { $0.owner == people[1].id }.count == 1)
        // A key that is kept is still bound to its request.
        #expect(try await see(people[0], by: people[0], key: "519") == 422)
        #expect(try await see(people[0], by: people[1], key: "first") == 200)
    }
}
