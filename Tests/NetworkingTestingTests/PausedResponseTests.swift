import Foundation
import Networking
import NetworkingTesting
import Testing
import TimeAndChance

@Suite struct PausedResponseTests {
    @Test func `a paused response arrives after its release, and its action has run by then`()
        async throws
    {
        let hasHappened = LockedState(false)
        let slow = PausedResponse()
        let stub = StubTransport([
            slow.exchange(.get, "/slow", response: HTTPResponse(status: 204)) { hasHappened.withLock { $0 = true } }
        ])
        let url = try #require(URL(string: "https://orbit.test/slow"))
        let sending = Task { try await stub.send(HTTPRequest(method: .get, url: url)) }
        await slow.waitForRequest()
        #expect(!hasHappened.withLock { $0 })
        slow.release()
        #expect(try await sending.value.status == 204)
        #expect(hasHappened.withLock { $0 })
    }
}
