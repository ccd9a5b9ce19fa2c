import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite struct LoopbackHostTests {
    /// A transport whose timeouts are so long that a busy machine does not look like a silent server.
    private let transport = SystemTransport(idleTimeout: .seconds(600), totalTimeout: .seconds(600))

    private func request(
        _ method: HTTPMethod, _ target: String, to host: LoopbackHost, accepting type: String = "application/json",
        body: String = ""
    ) throws -> HTTPRequest {
        let url = try #require(URL(string: "http://127.0.0.1:\(host.port)\(target)"))
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(lenient: [("Accept", type)]), body: Data(body.utf8))
    }

    @Test func `consecutive requests and responses pass completely`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/a%20b?c=d") { request in
                HTTPResponse(status: 201, headers: request.headers, body: request.body + Data("!".utf8))
            },
            .expect(.get, "/api/nothing", response: HTTPResponse(status: 204)),
            .expect(.get, "/api/more", response: HTTPResponse(status: 404, body: Data("no".utf8))),
        ])
        let host = try LoopbackHost(serving: stub)
        let echo = try await transport.send(request(.post, "/api/a%20b?c=d", to: host, body: "Hello"))
        #expect(echo.status == 201 && echo.body == Data("Hello!".utf8))
        #expect(echo.headers[.accept] == "application/json")
        #expect(try await transport.send(request(.get, "/api/nothing", to: host)).status == 204)
        #expect(try await transport.send(request(.get, "/api/more", to: host)).body == Data("no".utf8))
        try await stub.finish()
    }

    @Test func `a stream passes with all of its chunks and its end`() async throws {
        let chunks = ["one", "two"].map { Data($0.utf8) }
        let stub = StubTransport([.expectStream(.get, "/events", chunks: chunks)])
        let host = try LoopbackHost(serving: stub)
        let stream = try await transport.open(
            request(.get, "/events", to: host, accepting: "text/event-stream"))
        #expect(stream.status == 200)
        #expect(try await stream.rest() == Data("onetwo".utf8))
    }

    @Test func `a client that leaves closes the stream of its server`() async throws {
        let (closings, closing) = AsyncStream.makeStream(of: Void.self)
        let stub = StubTransport([
            .expectStream(
                .get, "/events", chunks: [Data("one".utf8)], then: .silence, onClose: { closing.yield() })
        ])
        let host = try LoopbackHost(serving: stub)
        let stream = try await transport.open(
            request(.get, "/events", to: host, accepting: "text/event-stream"))
        #expect(try await stream.next() == Data("one".utf8))
        stream.close()
        for await _ in closings { break }
    }

    @Test func `a stream that fails passes its chunks and is then a lost connection`() async throws {
        let stub = StubTransport([
            .expectStream(.get, "/events", chunks: [Data("one".utf8)], then: .failure(.timedOut))
        ])
        let host = try LoopbackHost(serving: stub)
        let stream = try await transport.open(
            request(.get, "/events", to: host, accepting: "text/event-stream"))
        #expect(try await stream.next() == Data("one".utf8))
        await #expect(throws: TransportError.connectionLost) { try await stream.next() }
    }

    @Test func `a failed exchange and a cut response are lost connections`() async throws {
        let stub = StubTransport([
            .expect(.get, "/lost", error: .connectionLost),
            .expect(.get, "/cut", response: HTTPResponse(status: 200, body: Data(count: 1_000))),
        ])
        let host = try LoopbackHost(serving: stub) { $0.url.path() == "/cut" ? 500 : nil }
        for target in ["/lost", "/cut"] {
            await #expect(throws: TransportError.connectionLost) {
                try await transport.send(request(.get, target, to: host))
            }
        }
    }
}
