import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import Validation

@Suite struct ModerationServiceTests {
    @Test func `a moderator receives the bytes of a photo in evidence`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
        let stub = StubTransport([
            .expect(.get, "/api/moderation/cases/c_1/photos/p_1", response: HTTPResponse(status: 200, body: png))
        ])
        let service = ModerationService(client: try .scripted(stub))
        #expect(try await service.photo("p_1", of: "c_1") == png)
        try await stub.finish()
    }
}
