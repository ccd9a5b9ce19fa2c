import Networking
import NetworkingTesting
import OrbitModels
import Testing

@Suite struct LandingPageTests {
    @Test func `the snippet on the landing page retries a lost request`() async throws {
        let clock = VirtualClock.selfAdvancing()
        let stub = StubTransport([
            .expect(.get, "/api/greeting", error: .connectionLost),
            .expect(.get, "/api/greeting", response: try .success(MessageData(message: "Hello"))),
        ])
        let client = APIClient(server: try ServerAddress("https://orbit.test/api"), transport: stub, time: clock)
        let answer = try await client.send(Endpoint<MessageData>(Route(.get, "/greeting")))
        #expect(answer.message == "Hello")
        try await stub.finish()
    }
}
