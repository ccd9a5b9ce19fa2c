import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServiceLifecycle
import Testing
import TimeAndChance

@testable import CampusServer

/// The hard limit of connections, over TCP.
@Suite struct AcceptedConnectionTests {
    @Test func `a connection above the hard limit is accepted when another closes`() async throws {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let server = try ServerUnderTest({ $0.limits.acceptedConnections = 1 }, onRunning: { running.yield($0) })
        let group = server.server.makeServiceGroup()
        async let run: Void = group.run()
        let bound = await ports.first { _ in true }
        let port = try #require(bound)
        let isSecondServed = LockedState(false)
        try await Self.withConnection(to: port) { first in
            async let second: Void = Self.withConnection(to: port) { _ in isSecondServed.withLock { $0 = true } }
            // An accepted connection would be served meanwhile.
            for _ in 0..<100 { try await Self.requestHealth(on: first) }
            let isServedTooEarly = isSecondServed.withLock { $0 }
            #expect(!isServedTooEarly)
            try await first.shutdown()
            try await second
        }
        let isServedAtLast = isSecondServed.withLock { $0 }
        #expect(isServedAtLast)
        await group.triggerGracefulShutdown()
        try await run
    }

    /// Sends a request on a new connection, which stays open until a closure returns.
    private static func withConnection(
        to port: Int, _ use: @escaping @Sendable (TestClient) async throws -> Void
    ) async throws {
        try await TestClient.withClient(
            host: "127.0.0.1", port: port, configuration: TestClient.Configuration(timeout: .seconds(600))
        ) { client in
            try await Self.requestHealth(on: client)
            try await use(client)
        }
    }

    private static func requestHealth(on client: TestClient) async throws {
        let response = try await client.execute(
            TestClient.Request("/health", method: .get, authority: "localhost"))
        #expect(response.status == .ok)
    }
}
