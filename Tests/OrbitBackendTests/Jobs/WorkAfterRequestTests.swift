import Foundation
import Networking
import OrbitStore
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct WorkAfterRequestTests {
    private let store = InterleavedStore()
    private let server: TestServer

    init() {
        server = TestServer(store: store)
    }

    @Test func `a job that a cancelled request has started is completed`() async throws {
        let maya = try await server.members("maya")[0]
        let response = try await server.deferringWork {
            let version = try await server.me(maya.token).headers[.etag]
            return try await server.put(.valid("Mia"), token: maya.token, ifMatch: version)
        }
        #expect(response.status == 200)

        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
        store.after(reads: 1) {
            start.finish()
            for await _ in cancelled {}
        }
        let transport = InProcessTransport(server.backend)
        let missing = HTTPRequest(method: .get, url: try #require(URL(string: "https://orbit.example/api/nothing")))
        let request = Task { try await transport.send(missing).status }
        for await _ in started {}
        request.cancel()
        cancel.finish()
        #expect(try await request.value == 404)
        let left = try await store.read { reader in
            try reader.count(ProfileFanOutJob.self, ProfileFanOutJob.due(at: .distantFuture))
        }
        #expect(left == 0)
    }
}
