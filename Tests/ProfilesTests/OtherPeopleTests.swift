import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@Suite struct OtherPeopleTests {
    @Test func `a person is requested by identifier, and an unknown person is a problem`() async throws {
        let person = Person(id: "a/b", profile: completeProfile)
        let stub = StubTransport([
            .expect(.get, "/api/users/a%2Fb", response: try .success(Keyed(person))),
            .expect(
                .get, "/api/users/liam", response: try .problem(404, Problem(code: .notFound, message: "Not here."))),
        ])
        let service = ProfileService(client: try .scripted(stub, time: VirtualClock()), random: .seeded(1))
        #expect(try await service.person("a/b").value == person)
        let error = await #expect(throws: APIError.self) { try await service.person("liam") }
        #expect(error?.problem?.code == .notFound)
        try await stub.finish()
    }
}
