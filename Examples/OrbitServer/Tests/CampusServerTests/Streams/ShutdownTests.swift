import BackendRuntime
import Foundation
import Hummingbird
import Networking
import ServiceLifecycle
import Testing
import Validation

@testable import CampusServer

/// The order of a graceful shutdown, over TCP.
@Suite struct ShutdownTests {
    private static let held = "held@orbit.example"

    @Test func `streams end while a request in progress completes`() async throws {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        // The request for a code is in progress until its message is accepted.
        let campus = try await StreamCampus(
            mailTransport: { mail in
                guard mail.recipient.text == Self.held else { return }
                start.yield()
                _ = await released.first { _ in true }
            },
            onRunning: { running.yield($0) })
        let group = campus.server.makeServiceGroup()
        async let run: Void = group.run()
        let bound = await ports.first { _ in true }
        let port = try #require(bound)
        async let status = Self.requestCode(port: port)
        _ = await started.first { _ in true }
        try await EventReader.open(port: port, token: campus.people[0].token) { reader in
            _ = try await reader.nextData()
            await group.triggerGracefulShutdown()
            let frame = try await reader.next()
            #expect(frame == nil, "\(frame?.text ?? "")")
        }
        release.yield()
        let code = try await status
        #expect(code == 200)
        try await run
    }

    private static func requestCode(port: Int) async throws -> Int {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/api/auth/send-code"))
        let request = Networking.HTTPRequest(
            method: .post, url: url, headers: HTTPHeaders(lenient: [(name: "content-type", value: "application/json")]),
            body: try JSONEncoder().encode(["email": held]))
        // The response waits for the rest of the test, which can take longer than the usual limit beside other tests.
        let transport = SystemTransport(idleTimeout: .seconds(3_600), totalTimeout: .seconds(3_600))
        return try await transport.send(request).status
    }
}
