import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

/// The snippet on the module's landing page.
extension Endpoint<MessageData> {
    fileprivate static func rename(_ crew: String, to name: String, key: IdempotencyKey) throws -> Self {
        try Endpoint(Route(.post, "/crews/{crew_id}/name"), parameters: ["crew_id": crew])
            .json(["name": name])
            .idempotent(key)
    }
}

@Suite struct LandingPageTests {
    @Test func `the snippet on the landing page retries a lost request with the same key`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/crews/c1/name", error: .connectionLost),
            .expect(.post, "/api/crews/c1/name", response: try .success(MessageData(message: "Renamed."))),
        ])
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            time: VirtualClock.selfAdvancing())
        let key = IdempotencyKey.random(from: .system)
        #expect(try await client.send(.rename("c1", to: "Early birds", key: key)).message == "Renamed.")
        #expect(await stub.requests.map { $0.headers[.idempotencyKey] } == [key.rawValue, key.rawValue])
        try await stub.finish()
    }
}
