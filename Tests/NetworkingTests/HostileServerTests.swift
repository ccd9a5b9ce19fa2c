#if os(Linux)
    import Foundation
    import Networking
    import NetworkingTesting
    import Testing
    import TimeAndChance

    /// Responses that crash or freeze FoundationNetworking, or exhaust its memory.
    @Suite(.timeLimit(.minutes(60))) struct HostileServerTests {
        /// Returns the outcome of a request for the response. Expects that the next request succeeds.
        private func outcome(
            _ response: Data, totalTimeout: Duration = .seconds(600), thenHang: Bool = false
        ) async throws -> Result<HTTPResponse, TransportError> {
            let transport = try TransportKind.libcurl.make(totalTimeout: totalTimeout)
            let server = try LoopbackServer { connection in
                if connection.target == "GET /good" { return connection.response(200) }
                connection.send(response)
                if thenHang { connection.waitForClose() }
            }
            let bad = HTTPRequest(method: .get, url: try server.url("/bad"))
            let outcome: Result<HTTPResponse, TransportError>
            do throws(TransportError) {
                outcome = .success(try await transport.send(bad))
            } catch {
                outcome = .failure(error)
            }
            #expect(try await status(HTTPRequest(method: .get, url: try server.url("/good")), by: transport) == 200)
            return outcome
        }

        /// Retries after each timeout. A timeout chosen for a hostile server may be too short for a good server on a
        /// busy machine.
        private func status(_ request: HTTPRequest, by transport: any HTTPTransport) async throws -> Int {
            while true {
                do throws(TransportError) {
                    return try await transport.send(request).status
                } catch {
                    guard error == .timedOut else { throw error }
                }
            }
        }

        private func outcome(_ response: String) async throws -> Result<HTTPResponse, TransportError> {
            try await outcome(Data(response.utf8))
        }

        @Test(arguments: HostileCase.all)
        func `a request after any hostile response succeeds`(hostile: HostileCase) async throws {
            let transport = try TransportKind.libcurl.make(totalTimeout: hostile.totalTimeout)
            let server = try LoopbackServer { connection in
                var connection = connection
                while connection.target == "GET /good" {  // on the same connection, if it was reused
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    guard let next = connection.next() else { return }
                    connection = next
                }
                hostile.serve(connection)
            }
            let bad = HTTPRequest(method: .get, url: try server.url("/bad"))
            let outcome: Result<HTTPResponse, TransportError>
            do throws(TransportError) {
                outcome = .success(try await transport.send(bad))
            } catch {
                outcome = .failure(error)
            }
            switch (hostile.end, outcome) {
            case (.response(let status, let body), .success(let response)):
                #expect(response.status == status)
                #expect(response.body == Data(body.utf8))
            case (.refused(let errors), .failure(let error)): #expect(errors.contains(error))
            case (.either(let body), .success(let response)): #expect(response.body == Data(body.utf8))
            case (.either, .failure): break
            default: Issue.record("\(outcome)")
            }
            for _ in 0..<2 {
                #expect(try await status(HTTPRequest(method: .get, url: try server.url("/good")), by: transport) == 200)
            }
        }

        @Test func `trailers are discarded`() async throws {
            let response = try await outcome(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n"
            ).get()
            #expect(response.body == Data("{}".utf8))
            #expect(!response.headers.fields.contains { $0.name.description.hasPrefix("x-") })
        }

        @Test func `interim responses are discarded`() async throws {
            let response = try await outcome(
                "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
                    + "HTTP/1.1 201 Created\r\nETag: \"1\"\r\nContent-Length: 2\r\n\r\n{}"
            ).get()
            #expect(response.status == 201)
            #expect(response.headers.fields.map(\.name.description) == ["etag", "content-length"])
        }

        @Test func `header fields keep their values without surrounding spaces`() async throws {
            let response = try await outcome(
                "HTTP/1.1 200 OK\r\nX-A:  a b \t\r\nx-a: c\r\nX-Empty:\r\nBad Name: 1\r\nContent-Length: 0\r\n\r\n"
            ).get()
            #expect(response.headers.values(of: try #require(HeaderName("X-A"))) == ["a b", "c"])
            #expect(response.headers[try #require(HeaderName("X-Empty"))] == "")
            #expect(response.headers.fields.count == 4)
        }

        @Test(arguments: ["9223372036854775808", "99999999999999999999999", "9223372036854775807", "1048577"])
        func `a length beyond the byte limit is refused at once`(length: String) async throws {
            let head = Data("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
            let outcome = try await outcome(head, thenHang: true)
            #expect(throws: TransportError.responseTooLarge(limit: 1 << 20)) { try outcome.get() }
        }

        @Test func `a response that is cut at any byte is refused`() async throws {
            let whole = "HTTP/1.1 103 Early\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
            let counter = LockedState(0)
            let server = try LoopbackServer.cutting(whole, after: counter)
            let transport = try TransportKind.libcurl.make()
            for _ in 0..<whole.utf8.count {
                await #expect(throws: TransportError.self) {
                    try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
                }
            }
            #expect(try await transport.send(HTTPRequest(method: .get, url: try server.url("/"))).status == 200)
        }

        @Test func `a hundred thousand header fields are refused`() async throws {
            let fields = (0..<100_000).map { "X-\($0): y\r\n" }.joined()
            let outcome = try await outcome("HTTP/1.1 200 OK\r\n\(fields)\r\n{}")
            #expect(throws: TransportError.responseTooLarge(limit: 65_536)) { try outcome.get() }
        }

        @Test func `a hundred thousand trailers are refused`() async throws {
            let fields = (0..<100_000).map { "X-\($0): y\r\n" }.joined()
            let outcome = try await outcome(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\(fields)\r\n")
            #expect(throws: TransportError.responseTooLarge(limit: 65_536)) { try outcome.get() }
        }

        @Test func `a header line of a megabyte is refused`() async throws {
            let outcome = try await outcome(
                Data("HTTP/1.1 200 OK\r\nX: ".utf8) + Data(repeating: UInt8(ascii: "x"), count: 1 << 20))
            #expect(throws: TransportError.self) { try outcome.get() }
        }

        @Test func `a server that sends chunks forever is abandoned at the total timeout`() async throws {
            let transport = try TransportKind.libcurl.make(byteLimit: .max, totalTimeout: .milliseconds(200))
            let server = try LoopbackServer { connection in
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send("1\r\nx\r\n") {}
            }
            await #expect(throws: TransportError.timedOut) {
                try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
            }
        }

        @Test func `a body that stalls is abandoned at the total timeout`() async throws {
            let start = Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".utf8)
            let outcome = try await outcome(start, totalTimeout: .milliseconds(200), thenHang: true)
            #expect(throws: TransportError.timedOut) { try outcome.get() }
        }

        @Test func `two hundred hanging requests can be cancelled`() async throws {
            let (arrivals, log) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                log.yield()
                connection.waitForClose()
            }
            let transport = try TransportKind.libcurl.make()
            let calls = (0..<200).map { _ in
                Task { try await transport.send(HTTPRequest(method: .get, url: try server.url("/"))) }
            }
            var iterator = arrivals.makeAsyncIterator()
            for _ in calls { await iterator.next() }
            for call in calls { call.cancel() }
            for call in calls {
                await #expect(throws: TransportError.cancelled) { try await call.value }
            }
        }

        @Test(arguments: [Data(), Data("{}".utf8)])
        func `a POST on a connection that the server closes is not sent twice`(body: Data) async throws {
            let arrivals = LockedState(0)
            let server = try LoopbackServer { connection in
                arrivals.withLock { $0 += 1 }
                guard connection.target == "GET /" else { return }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                connection.waitForRequest()
                arrivals.withLock { $0 += 1 }
            }
            let transport = try TransportKind.libcurl.make()
            _ = try await transport.send(HTTPRequest(method: .get, url: try server.url("/")))
            await #expect(throws: TransportError.connectionLost) {
                try await transport.send(HTTPRequest(method: .post, url: try server.url("/act"), body: body))
            }
            #expect(arrivals.withLock { $0 } == 2)
        }
    }
#endif
