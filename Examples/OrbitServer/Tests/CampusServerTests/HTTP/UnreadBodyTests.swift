import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import CampusServer

/// Requests whose body is not read before they are refused. The server of these tests has no bytes for bodies, so each
/// request whose body is read gets 503.
@Suite struct UnreadBodyTests {
    private static func run(
        _ carrier: Carrier, _ test: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await ServerUnderTest { $0.limits.bodyBytesInFlight = 0 }.run(carrier, test)
    }

    private static func post(
        _ path: String, to client: any TestClientProtocol, credentials: String? = nil
    ) async throws -> TestResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.authorization] = credentials
        return try await client.execute(
            uri: path, method: .post, headers: fields, body: ByteBuffer(string: #"{"to_user_id":"u_1"}"#))
    }

    @Test(arguments: Carrier.allCases)
    func `a body without a credential is not read for a route that needs a session`(_ carrier: Carrier) async throws {
        try await Self.run(carrier) { client in
            for path in ["/api/pokes", "/api/users/me/photo"] {
                let response = try await Self.post(path, to: client)
                #expect(response.status == .unauthorized, "\(path): \(response.text)")
                #expect(response.headers[.wwwAuthenticate] != nil)
            }
        }
    }

    @Test func `an upload with the credential of no session is not read`() async throws {
        try await Self.run(.router) { client in
            let response = try await Self.post("/api/users/me/photo", to: client, credentials: "Bearer unknown")
            #expect(response.status == .unauthorized, "\(response.text)")
        }
    }

    @Test func `a small body with a credential and a body of a public route are read`() async throws {
        try await Self.run(.router) { client in
            let poke = try await Self.post("/api/pokes", to: client, credentials: "Bearer unknown")
            #expect(poke.status == .serviceUnavailable)
            let code = try await Self.post("/api/auth/send-code", to: client)
            #expect(code.status == .serviceUnavailable)
        }
    }
}
