import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite(.timeLimit(.minutes(60))) struct TransportTests {
    private func get(
        _ server: LoopbackServer, _ path: String = "/", with kind: TransportKind
    ) async throws -> HTTPResponse {
        try await kind.make().send(HTTPRequest(method: .get, url: try server.url(path)))
    }

    @Test(arguments: TransportKind.allCases)
    func `a request and its response arrive unchanged`(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { connection in
            #expect(connection.target == "PUT /a%2Fb?c=d%26")
            #expect(connection.has(header: "X-Orbit"))
            #expect(connection.body == Data("body".utf8))
            connection.response(201, "ETag: \"7\"", "Content-Type: text/plain", body: Data("response".utf8))
        }
        var request = HTTPRequest(method: .put, url: try server.url("/a%2Fb?c=d%26"), body: Data("body".utf8))
        try request.headers.set(try #require(HeaderName("X-Orbit")), to: "1")
        let response = try await transport.send(request)
        #expect(response.status == 201)
        #expect(response.headers[.etag] == "\"7\"")
        #expect(response.headers[.contentType] == "text/plain")
        #expect(response.body == Data("response".utf8))
    }

    @Test(arguments: TransportKind.allCases, [200, 204, 304, 401, 404, 418, 500, 503])
    func `a response may have any status`(kind: TransportKind, status: Int) async throws {
        let server = try LoopbackServer { $0.response(status, body: Data()) }
        #expect(try await get(server, with: kind).status == status)
    }

    @Test(
        arguments: TransportKind.allCases,
        ["Bearer", "Bearer realm=\"orbit\"", "Basic realm=\"orbit\"", "Digest", "Odd realm="])
    func `a 401 with a challenge is returned as a response`(kind: TransportKind, challenge: String) async throws {
        let server = try LoopbackServer { $0.response(401, "WWW-Authenticate: \(challenge)") }
        let response = try await get(server, with: kind)
        #expect(response.status == 401)
        #expect(response.body == Data("{}".utf8))
    }

    @Test(arguments: TransportKind.allCases)
    func `characters beyond ASCII in a header value add no header`(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { connection in
            #expect(!connection.has(header: "X-Evil"))
            connection.response(200)
        }
        for value in ["a\u{10A}X-Evil: 1", "a\u{10D}\u{10A}X-Evil: 1", "a\u{85}X-Evil: 1", "a\u{2028}X-Evil: 1"] {
            var request = HTTPRequest(method: .get, url: try server.url("/"))
            try request.headers.set(.ifMatch, to: value)
            #expect(try await transport.send(request).status == 200)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `an API client reads a server through a transport`(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { connection in
            #expect(connection.target == "GET /api/greeting")
            connection.response(200, body: Data(#"{"success":true,"data":{"message":"Hello"}}"#.utf8))
        }
        let client = APIClient(
            server: try ServerAddress("http://127.0.0.1:\(server.port)/api"), transport: transport,
            time: VirtualClock(), random: .seeded(1))
        #expect(try await client.send(.read) == greeting)
    }

    @Test(arguments: TransportKind.allCases)
    func `cookies are neither stored nor sent`(kind: TransportKind) async throws {
        let server = try LoopbackServer { connection in
            #expect(!connection.has(header: "Cookie"))
            connection.response(200, "Set-Cookie: session=secret; Path=/", "Cache-Control: max-age=1000")
        }
        for _ in 0..<2 { #expect(try await get(server, with: kind).status == 200) }
    }

    @Test(arguments: TransportKind.allCases)
    func `concurrent requests receive their own responses`(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { $0.response(200, body: Data($0.target.utf8)) }
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    (number, try await transport.send(HTTPRequest(method: .get, url: try server.url("/\(number)"))))
                }
            }
            for try await (number, response) in group {
                #expect(response.body == Data("GET /\(number)".utf8))
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `an address other than https or loopback is refused, and nothing is sent`(kind: TransportKind) async throws {
        let transport = try kind.make()
        for address in [
            "http://orbit.example/", "ftp://127.0.0.1/", "HTTPS://orbit.example/", "http://127.0.0.1.orbit.example/",
            "file:///etc/hosts",
        ] {
            let request = HTTPRequest(method: .get, url: try #require(URL(string: address)))
            await #expect(throws: TransportError.insecure) { try await transport.send(request) }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `a port without a listener cannot be connected to`(kind: TransportKind) async throws {
        let transport = try kind.make()
        var server: LoopbackServer? = try LoopbackServer { _ in }
        let url = try #require(try server?.url("/"))
        server = nil
        await #expect(throws: TransportError.cannotConnect) {
            try await transport.send(HTTPRequest(method: .get, url: url))
        }
    }

    @Test(
        arguments: TransportKind.allCases,
        [
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
    func `broken and incomplete responses have different errors`(
        kind: TransportKind, broken: (response: String, expected: TransportError)
    ) async throws {
        let server = try LoopbackServer { $0.send(broken.response) }
        await #expect(throws: broken.expected) { try await get(server, with: kind) }
    }

    @Test(arguments: TransportKind.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"])
    func `a reset loses the connection`(kind: TransportKind, response: String) async throws {
        let server = try LoopbackServer { connection in
            connection.send(response)
            connection.reset()
        }
        await #expect(throws: TransportError.connectionLost) { try await get(server, with: kind) }
    }

    @Test(arguments: TransportKind.allCases)
    func `a gzip body is decompressed`(kind: TransportKind) async throws {
        let server = try LoopbackServer {
            $0.response(200, "Content-Encoding: gzip", body: gzipOfZeros(runsOf258: 100))
        }
        #expect(try await get(server, with: kind).body == Data(count: 25_801))
    }

    @Test(arguments: TransportKind.allCases)
    func `a body of exactly the byte limit is accepted`(kind: TransportKind) async throws {
        let server = try LoopbackServer { $0.response(200, body: Data(count: 1 << 20)) }
        #expect(try await get(server, with: kind).body.count == 1 << 20)
    }

    @Test(arguments: TransportKind.allCases)
    func `a body above the byte limit is refused`(kind: TransportKind) async throws {
        let server = try LoopbackServer { $0.response(200, body: Data(count: 1 << 20 + 1)) }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server, with: kind) }
    }

    @Test(arguments: TransportKind.allCases)
    func `a gzip bomb is refused at the byte limit`(kind: TransportKind) async throws {
        let bomb = gzipOfZeros(runsOf258: 260_000, isWhole: false)
        let server = try LoopbackServer { $0.response(200, "Content-Encoding: gzip", body: bomb) }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server, with: kind) }
    }

    @Test(arguments: TransportKind.allCases)
    func `an endless body is refused at the byte limit`(kind: TransportKind) async throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send(Data(count: 65_536)) {}  // ends when the client closes the connection
        }
        await #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try await get(server, with: kind) }
    }

    @Test(arguments: TransportKind.allCases)
    func `a redirect within the origin keeps its credentials`(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { connection in
            #expect(connection.has(header: "Authorization"))
            if connection.target == "GET /old" {
                connection.response(307, "Location: /new?a=b")
            } else {
                connection.response(200, body: Data(connection.target.utf8))
            }
        }
        var request = HTTPRequest(method: .get, url: try server.url("/old"))
        try request.headers.set(.authorization, to: "Bearer secret")
        #expect(try await transport.send(request).body == Data("GET /new?a=b".utf8))
    }

    @Test(arguments: TransportKind.allCases)
    func `the scheme of a redirect may be in capitals`(kind: TransportKind) async throws {
        let port = LockedState<UInt16>(0)
        let server = try LoopbackServer { connection in
            if connection.target == "GET /old" {
                connection.response(302, "Location: HTTP://127.0.0.1:\(port.withLock { $0 })/new")
            } else {
                connection.response(200)
            }
        }
        port.withLock { $0 = server.port }
        #expect(try await get(server, "/old", with: kind).status == 200)
    }

    @Test(arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
    func `a redirect to another port is refused, and nothing arrives there`(kind: TransportKind, status: Int)
        async throws
    {
        let transport = try kind.make()
        let arrivals = LockedState(0)
        let other = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.response(200)
        }
        let location = try other.url("/steal").absoluteString
        let server = try LoopbackServer { $0.response(status, "Location: \(location)") }
        var request = HTTPRequest(method: .post, url: try server.url("/"), body: Data("{}".utf8))
        try request.headers.set(.authorization, to: "Bearer secret")
        await #expect(throws: TransportError.redirectRefused) { try await transport.send(request) }
        #expect(arrivals.withLock { $0 } == 0)
    }

    @Test(arguments: TransportKind.allCases)
    func `a redirect loop is refused after six requests`(kind: TransportKind) async throws {
        let arrivals = LockedState(0)
        let server = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.response(302, "Location: /")
        }
        await #expect(throws: TransportError.redirectRefused) { try await get(server, with: kind) }
        #expect(arrivals.withLock { $0 } == 6)
    }

    @Test(arguments: TransportKind.allCases, ["X-Nothing: 1", "Location:", "Location: http://[::1"])
    func `a redirect without a location is returned as a response`(kind: TransportKind, header: String) async throws {
        let server = try LoopbackServer { $0.response(302, header) }
        #expect(try await get(server, with: kind).status == 302)
    }

    @Test(arguments: TransportKind.allCases)
    func `cancelling a call ends the request at both ends`(kind: TransportKind) async throws {
        let (events, log) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { connection in
            log.yield("arrived")
            connection.waitForClose()
            log.yield("closed")
        }
        let request = Task { try await get(server, with: kind) }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "arrived")
        request.cancel()
        await #expect(throws: TransportError.cancelled) { try await request.value }
        #expect(await iterator.next() == "closed")
    }

    @Test(arguments: TransportKind.allCases)
    func `a task cancelled beforehand sends no request`(kind: TransportKind) async throws {
        let arrivals = LockedState(0)
        let server = try LoopbackServer { connection in
            arrivals.withLock { $0 += 1 }
            connection.response(200)
        }
        let request = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await get(server, with: kind)
        }
        await #expect(throws: TransportError.cancelled) { try await request.value }
        #expect(arrivals.withLock { $0 } == 0)
    }

    @Test(arguments: TransportKind.allCases)
    func `a silent server times out`(kind: TransportKind) async throws {
        let transport = try kind.make(idleTimeout: .milliseconds(1))  // rounded up to a second
        let server = try LoopbackServer { $0.waitForClose() }
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
        }
    }

    @Test func `a URLSession request to a server that sends single bytes times out`() async throws {
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
