import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite(.timeLimit(.minutes(1))) struct URLSessionTransportTests {
    // A busy machine must not look like a silent server.
    private let transport = URLSessionTransport(
        byteLimit: 1 << 20, idleTimeout: .seconds(600), totalTimeout: .seconds(600))

    private func get(_ server: LoopbackServer, _ path: String = "/") async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(method: .get, url: try server.url(path)))
    }

    @Test func `a request arrives as it is, and so does the answer`() async throws {
        let server = try LoopbackServer { connection in
            #expect(connection.target == "PUT /a%2Fb?c=d%26")
            #expect(connection.has(header: "X-Orbit"))
            #expect(connection.body == Data("body".utf8))
            connection.answer(201, "ETag: \"7\"", "Content-Type: text/plain", body: Data("answer".utf8))
        }
        var request = HTTPRequest(method: .put, url: try server.url("/a%2Fb?c=d%26"), body: Data("body".utf8))
        try request.headers.set(try #require(HeaderName("X-Orbit")), to: "1")
        let response = try await transport.send(request)
        #expect(response.status == 201)
        #expect(response.headers[.etag] == "\"7\"")
        #expect(response.headers[.contentType] == "text/plain")
        #expect(response.body == Data("answer".utf8))
    }

    @Test(arguments: [200, 204, 304, 401, 404, 418, 500, 503])
    func `every status is an answer`(status: Int) async throws {
        let server = try LoopbackServer { $0.answer(status, body: Data()) }
        #expect(try await get(server).status == status)
    }

    @Test(arguments: ["Bearer", "Bearer realm=\"orbit\"", "Basic realm=\"orbit\"", "Digest", "Odd realm="])
    func `a 401 that asks for a password is an answer too`(challenge: String) async throws {
        let server = try LoopbackServer { $0.answer(401, "WWW-Authenticate: \(challenge)") }
        let response = try await get(server)
        #expect(response.status == 401)
        #expect(response.body == Data("{}".utf8))
    }

    @Test func `no header value becomes another header`() async throws {
        let server = try LoopbackServer { connection in
            #expect(!connection.has(header: "X-Evil"))
            connection.answer(200)
        }
        for value in ["a\u{10A}X-Evil: 1", "a\u{10D}\u{10A}X-Evil: 1", "a\u{85}X-Evil: 1", "a\u{2028}X-Evil: 1"] {
            var request = HTTPRequest(method: .get, url: try server.url("/"))
            try request.headers.set(.ifMatch, to: value)
            #expect(try await transport.send(request).status == 200)
        }
    }

    @Test func `an API client reads a server through it`() async throws {
        let server = try LoopbackServer { connection in
            #expect(connection.target == "GET /api/greeting")
            connection.answer(200, body: Data(#"{"success":true,"data":{"message":"Hello"}}"#.utf8))
        }
        let client = APIClient(
            server: try ServerAddress("http://127.0.0.1:\(server.port)/api"), transport: transport,
            time: SystemClock(), random: .seeded(1))
        #expect(try await client.send(.read) == greeting)
    }

    @Test func `a cookie is not kept`() async throws {
        let server = try LoopbackServer { connection in
            #expect(!connection.has(header: "Cookie"))
            connection.answer(200, "Set-Cookie: session=secret; Path=/", "Cache-Control: max-age=1000")
        }
        for _ in 0..<2 { #expect(try await get(server).status == 200) }
    }

    @Test func `many requests at once get their own answers`() async throws {
        let server = try LoopbackServer { $0.answer(200, body: Data($0.target.utf8)) }
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask { (number, try await get(server, "/\(number)")) }
            }
            for try await (number, response) in group {
                #expect(response.body == Data("GET /\(number)".utf8))
            }
        }
    }

    @Test func `an address that is neither https nor loopback is refused unsent`() async throws {
        for address in [
            "http://orbit.example/", "ftp://127.0.0.1/", "HTTPS://orbit.example/", "http://127.0.0.1.orbit.example/",
            "file:///etc/hosts",
        ] {
            let request = HTTPRequest(method: .get, url: try #require(URL(string: address)))
            await #expect(throws: TransportError.insecure) { try await transport.send(request) }
        }
    }

    @Test func `a port where nobody listens cannot be connected to`() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in }
        let url = try #require(try server?.url("/"))
        server = nil
        await #expect(throws: TransportError.cannotConnect) {
            try await transport.send(HTTPRequest(method: .get, url: url))
        }
    }

    @Test(arguments: [
        ("", TransportError.connectionLost),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", .connectionLost),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{", .connectionLost),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\n\r\n{}", .malformedResponse),
        ("HTTP/1.1 99999 OK\r\n\r\n{}", .malformedResponse),
        ("HTTP/9.9 200 OK\r\n\r\n{}", .malformedResponse),
        ("220 mail.example ESMTP\r\n\r\n{}", .malformedResponse),
        ("<html>hello</html>", .malformedResponse),
    ])
    func `a broken answer is told from a lost one`(answer: String, expected: TransportError) async throws {
        let server = try LoopbackServer { $0.send(answer) }
        await #expect(throws: expected) { try await get(server) }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"])
    func `a reset loses the connection`(answer: String) async throws {
        let server = try LoopbackServer { connection in
            connection.send(answer)
            connection.reset()
        }
        await #expect(throws: TransportError.connectionLost) { try await get(server) }
    }

    @Test func `a compressed body is read as what it holds`() async throws {
        let server = try LoopbackServer {
            $0.answer(200, "Content-Encoding: gzip", body: gzipOfZeros(runsOf258: 100))
        }
        #expect(try await get(server).body == Data(count: 25_801))
    }

    @Test func `a body may fill the budget`() async throws {
        let server = try LoopbackServer { $0.answer(200, body: Data(count: 1 << 20)) }
        #expect(try await get(server).body.count == 1 << 20)
    }

    @Test func `one byte more is too much`() async throws {
        let server = try LoopbackServer { $0.answer(200, body: Data(count: 1 << 20 + 1)) }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server) }
    }

    @Test func `a gzip bomb is stopped`() async throws {
        let bomb = gzipOfZeros(runsOf258: 260_000, isWhole: false)
        let server = try LoopbackServer { $0.answer(200, "Content-Encoding: gzip", body: bomb) }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server) }
    }

    @Test func `a body without end is stopped`() async throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send(Data(count: 65_536)) {}  // until the client hangs up
        }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server) }
    }

    @Test func `a redirect within the origin is followed with its credentials`() async throws {
        let server = try LoopbackServer { connection in
            #expect(connection.has(header: "Authorization"))
            if connection.target == "GET /old" {
                connection.answer(307, "Location: /new?a=b")
            } else {
                connection.answer(200, body: Data(connection.target.utf8))
            }
        }
        var request = HTTPRequest(method: .get, url: try server.url("/old"))
        try request.headers.set(.authorization, to: "Bearer secret")
        #expect(try await transport.send(request).body == Data("GET /new?a=b".utf8))
    }

    @Test func `a redirect may spell its scheme in capitals`() async throws {
        let port = Locked<UInt16>(0)
        let server = try LoopbackServer { connection in
            if connection.target == "GET /old" {
                connection.answer(302, "Location: HTTP://127.0.0.1:\(port.withLock { $0 })/new")
            } else {
                connection.answer(200)
            }
        }
        port.withLock { $0 = server.port }
        #expect(try await get(server, "/old").status == 200)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect to another port is refused, and nothing arrives there`(status: Int) async throws {
        let arrivals = Locked(0)
        let other = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.answer(200)
        }
        let location = try other.url("/steal").absoluteString
        let server = try LoopbackServer { $0.answer(status, "Location: \(location)") }
        var request = HTTPRequest(method: .post, url: try server.url("/"), body: Data("{}".utf8))
        try request.headers.set(.authorization, to: "Bearer secret")
        await #expect(throws: TransportError.redirectRefused) { try await transport.send(request) }
        #expect(arrivals.withLock { $0 } == 0)
    }

    @Test func `a redirect in circles is given up`() async throws {
        let arrivals = Locked(0)
        let server = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.answer(302, "Location: /")
        }
        await #expect(throws: TransportError.redirectRefused) { try await get(server) }
        #expect(arrivals.withLock { $0 } == 6)
    }

    @Test(arguments: ["X-Nothing: 1", "Location:", "Location: http://[::1"])
    func `a redirect to nowhere is the answer`(header: String) async throws {
        let server = try LoopbackServer { $0.answer(302, header) }
        #expect(try await get(server).status == 302)
    }

    @Test func `cancelling the caller ends the request at both ends`() async throws {
        let (events, log) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { connection in
            log.yield("arrived")
            connection.waitForClose()
            log.yield("closed")
        }
        let request = Task { try await get(server) }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "arrived")
        request.cancel()
        await #expect(throws: TransportError.cancelled) { try await request.value }
        #expect(await iterator.next() == "closed")
    }

    @Test func `a task cancelled beforehand sends nothing`() async throws {
        let arrivals = Locked(0)
        let server = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.answer(200)
        }
        let request = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await get(server)
        }
        await #expect(throws: TransportError.cancelled) { try await request.value }
        #expect(arrivals.withLock { $0 } == 0)
    }

    @Test func `a silent server times out`() async throws {
        let transport = URLSessionTransport(idleTimeout: .milliseconds(1))  // which rounds up to a second
        let server = try LoopbackServer { $0.waitForClose() }
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
        }
    }

    @Test func `a server that drips for ever times out`() async throws {
        let clock = VirtualClock()
        let transport = URLSessionTransport(totalTimeout: .seconds(60), time: clock)
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            clock.advance(by: .seconds(61))
            connection.send("{")
            connection.waitForClose()
        }
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
        }
    }
}
