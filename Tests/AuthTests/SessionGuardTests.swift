import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@Suite struct SessionGuardTests {
    private let gate = SessionGuard()
    private let wave = Route(.get, "/wave")

    private func send(
        _ next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(method: .get, url: try #require(URL(string: "https://orbit.example/wave")))
        return try await gate.intercept(request, route: wave, next: next)
    }

    @Test func `an open gate returns the response or the error of the transport`() async throws {
        #expect(try await send { _ in HTTPResponse(status: 200) }.status == 200)
        await #expect(throws: TransportError.connectionLost) {
            try await send { _ in throw TransportError.connectionLost }
        }
    }

    @Test func `a closed gate sends no request`() async throws {
        gate.end()
        await #expect(throws: CancellationError.self) {
            try await send { _ in
                Issue.record("The request was sent.")
                return HTTPResponse(status: 200)
            }
        }
    }

    @Test(arguments: [nil, TransportError.connectionLost])
    func `a request in flight when the session ends is cancelled, whatever its transport returns`(
        _ error: TransportError?
    ) async throws {
        await #expect(throws: CancellationError.self) {
            try await send { [gate] _ in
                gate.end()
                if let error { throw error }
                return HTTPResponse(status: 200)
            }
        }
    }
}
