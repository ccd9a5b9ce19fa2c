import Auth
import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Texts that take quadratic time to compare, which are refused before any comparison.
@Suite struct StreamSafeRequestTests {
    private let server = TestServer()
    private static let tower = "a" + String(repeating: "\u{301}\u{316}", count: 5_000)

    @Test(arguments: ["email", "name"]) func `a long run of marks in a body is refused as value or name`(_ part: String)
        async throws
    {
        let body = part == "email" ? ["email": Self.tower] : [Self.tower: "maya@stanford.edu"]
        let response = try await server.send(
            .post, "/auth/send-code", headers: [("Content-Type", "application/json")],
            body: JSONEncoder().encode(body))
        #expect(response.status == 400)
        #expect(response.code == .malformedRequest)
    }

    @Test func `a long run of marks gets 404 in a path, is refused in a query, and ignored in a header`() async throws {
        let maya = try await server.join("maya@stanford.edu")
        let tower = try #require(Self.tower.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let token = maya.accessToken
        #expect(try await server.send(.get, "/users/\(tower)", token: token).status == 404)
        #expect(try await server.send(.get, "/meetups?q=\(tower)", token: token).status == 414)
        let short = try #require(
            String(Self.tower.unicodeScalars.prefix(200)).addingPercentEncoding(
                withAllowedCharacters: .alphanumerics))
        #expect(try await server.send(.get, "/meetups?q=\(short)", token: token).status == 200)
        let response = try await server.send(.get, "/users/me", token: token, headers: [("If-None-Match", Self.tower)])
        #expect(response.status == 200)
    }

    @Test(arguments: [#"{"email":"maya@stanford.edu",}"#, #"{"email":"a@stanford.edu","email":"maya@stanford.edu"}"#])
    func `a body that only some decoders accept is refused`(_ body: String) async throws {
        let response = try await server.send(
            .post, "/auth/send-code", headers: [("Content-Type", "application/json")], body: Data(body.utf8))
        #expect(response.code == .malformedRequest)
        #expect(server.mailTransport.count == 0)
    }
}
