import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@Suite struct StubTransportTests {
    private func request(_ method: HTTPMethod = .get, _ target: String) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try #require(URL(string: "https://orbit.test\(target)")))
    }

    private func violation(of stub: StubTransport) async -> String? {
        do {
            try await stub.finish()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a stub plays its script in order, and each response once`() async throws {
        let stub = StubTransport([
            .expect(.get, "/a", response: try .success(MessageData(message: "first"))),
            .expect(.get, "/a?page=2", error: .connectionLost),
            .expect(.post, "/b") { request in HTTPResponse(status: 200, body: request.body) },
        ])
        let first = try await stub.send(try request(.get, "/a"))
        #expect(first.body == Data(#"{"data":{"message":"first"},"success":true}"#.utf8))
        await #expect(throws: TransportError.connectionLost) { try await stub.send(try request(.get, "/a?page=2")) }
        #expect(try await stub.send(try request(.post, "/b")).status == 200)
        #expect(await stub.requests.map(\.method) == [.get, .get, .post])
        try await stub.finish()
    }

    @Test func `an unexpected request fails, and the report names both requests`() async throws {
        let stub = StubTransport([.expect(.get, "/a", response: HTTPResponse(status: 200))])
        await #expect(throws: TransportError.malformedResponse) { try await stub.send(try request(.post, "/a")) }
        #expect(await violation(of: stub) == "request 1: expected GET /a, got POST /a\nnever sent: GET /a")
    }

    @Test func `a request after the end of the script fails`() async throws {
        let stub = StubTransport([])
        await #expect(throws: TransportError.malformedResponse) {
            try await stub.send(try request(.get, "/a%2Fb?c=%26"))
        }
        #expect(await violation(of: stub) == "request 1 was not expected: GET /a%2Fb?c=%26")
    }

    @Test func `an expected request that was never sent fails`() async throws {
        let stub = StubTransport([
            .expect(.get, "/a", response: HTTPResponse(status: 200)), .expect(.get, "/b", error: .timedOut),
        ])
        _ = try await stub.send(try request(.get, "/a"))
        #expect(await violation(of: stub) == "never sent: GET /b")
    }

    @Test func `a problem has its retry time in the header too`() throws {
        let response = try HTTPResponse.problem(429, Problem(code: .rateLimited, message: "Wait.", retryAfter: 9))
        #expect(response.status == 429)
        #expect(response.headers[.retryAfter] == "9")
        #expect(response.headers[.contentType] == "application/json")
    }
}
