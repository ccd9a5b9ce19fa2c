#if os(Linux)
    import Foundation
    import Testing
    import TimeAndChance

    @testable import Networking
    @testable import NetworkingTesting

    /// The defaults of libcurl that the transport must override.
    @Suite(.timeLimit(.minutes(60))) struct CURLDefaultsTests {
        private func get(_ server: LoopbackServer, _ path: String = "/") throws -> HTTPRequest {
            HTTPRequest(method: .get, url: try server.url(path))
        }

        @Test func `the TLS handshake offers only HTTP 1.1`() async throws {
            let hello = LockedState(Data())
            let server = try LoopbackServer.unread { socket in
                hello.withLock { $0 = socket.receive() ?? Data() }
            }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            await #expect(throws: TransportError.self) {
                try await TransportKind.libcurl.make().send(HTTPRequest(method: .get, url: url))
            }
            let sent = hello.withLock { $0 }
            #expect(sent.range(of: Data("\u{8}http/1.1".utf8)) != nil)
            #expect(sent.range(of: Data("\u{2}h2".utf8)) == nil)
        }

        @Test(arguments: [
            Data(), Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), Data(count: 100_000),
            Data([0x16, 3, 3, 0xFF, 0xFF]),
            Data([0x15, 3, 3, 0, 2, 2, 40]), Data([0x16, 3, 3, 0, 4, 2, 0xFF, 0xFF, 0xFF]),
            Data([0x15, 3, 3, 0, 2, 1, 0]),
        ])
        func `a server with an invalid TLS handshake is refused`(bytes: Data) async throws {
            let server = try LoopbackServer.unread { socket in
                _ = socket.receive()
                _ = socket.send(bytes)
            }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let transport = try TransportKind.libcurl.make()
            do throws(TransportError) {
                _ = try await transport.send(HTTPRequest(method: .get, url: url))
                Issue.record("There is a response.")
            } catch {
                #expect([.untrusted, .cannotConnect, .connectionLost].contains(error))
            }
            let good = try LoopbackServer { $0.response(200) }
            #expect(try await transport.send(get(good)).status == 200)
        }

        @Test func `a hanging TLS handshake times out`() async throws {
            let server = try LoopbackServer.unread { $0.waitForEnd() }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let transport = try TransportKind.libcurl.make(totalTimeout: .milliseconds(200))
            await #expect(throws: TransportError.timedOut) {
                try await transport.send(HTTPRequest(method: .get, url: url))
            }
        }

        @Test func `the loop's thread blocks signals, but not faults`() async throws {
            let server = try LoopbackServer { $0.response(200) }
            let transport = try TransportKind.libcurl.make()
            _ = try await transport.send(get(server))  // starts the loop's thread
            var found = 0
            for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
                let folder = "/proc/self/task/\(task)"
                guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8),  // may have ended
                    name == "orbit-curl\n",
                    let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8)
                else { continue }
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
                let mask = try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
                // A new thread has the name of its creator. While the C library starts a thread, the thread blocks the
                // library's own signals too.
                guard (mask >> 31) & 0b11 == 0 else { continue }
                #expect([SIGPIPE, SIGINT, SIGTERM, SIGCHLD].allSatisfy { mask >> UInt64($0 - 1) & 1 == 1 })
                #expect([SIGSEGV, SIGILL, SIGTRAP].allSatisfy { mask >> UInt64($0 - 1) & 1 == 0 })
                found += 1
            }
            withExtendedLifetime(transport) { #expect(found > 0) }
        }

        @Test func `connections are closed in programs that the process starts`() async throws {
            let server = try LoopbackServer { connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                connection.waitForClose()
            }
            let transport = try TransportKind.libcurl.make()
            _ = try await transport.send(get(server))
            var found = 0
            for descriptor in Int32(3)..<4096 {
                var address = sockaddr_in()
                var length = socklen_t(MemoryLayout.size(ofValue: address))
                let isConnected = withUnsafeMutablePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
                }
                guard isConnected, address.sin_family == sa_family_t(AF_INET),
                    UInt16(bigEndian: address.sin_port) == server.port
                else { continue }
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
                found += 1
            }
            withExtendedLifetime(transport) { #expect(found == 1) }
        }

        @Test func `a large POST has no Expect, Content-Type or Transfer-Encoding header`() async throws {
            let body = Data(count: 2 << 20)
            let server = try LoopbackServer { connection in
                #expect(!connection.has(header: "Expect"))
                #expect(!connection.has(header: "Content-Type"))
                #expect(!connection.has(header: "Transfer-Encoding"))
                #expect(connection.body == body)
                connection.response(200)
            }
            let request = HTTPRequest(method: .post, url: try server.url("/"), body: body)
            #expect(try await TransportKind.libcurl.make().send(request).status == 200)
        }

        @Test func `calls request gzip, and streams request no compression`() async throws {
            let server = try LoopbackServer { connection in
                let line = connection.head.split(separator: "\r\n").first {
                    $0.lowercased().hasPrefix("accept-encoding")
                }
                connection.response(200, body: Data((line ?? "none").utf8))
            }
            let transport = try TransportKind.libcurl.make()
            #expect(try await transport.send(get(server)).body == Data("accept-encoding: gzip".utf8))
            #expect(try await transport.open(get(server)).next() == Data("none".utf8))
        }

        @Test func `the total timeout applies to the head of a stream, not to its body`() async throws {
            let (steps, go) = AsyncStream.makeStream(of: Void.self)
            defer { go.finish() }
            let server = try LoopbackServer { connection in
                if connection.target == "GET /silent" { return connection.waitForClose() }
                connection.send("HTTP/1.1 200 OK\r\n\r\none")
                connection.waitFor(steps)
                connection.send("two")
            }
            // libcurl measures its timeouts by the system's clock, so a busy machine gets two seconds for the head.
            let transport = try TransportKind.libcurl.make(totalTimeout: .seconds(2))
            let stream = try await transport.open(get(server))
            // This request begins after the stream, so its timeout is later than a timeout of the stream would be.
            await #expect(throws: TransportError.timedOut) { try await transport.open(get(server, "/silent")) }
            go.yield()
            var body = Data()
            while let bytes = try await stream.next() { body += bytes }
            #expect(body == Data("onetwo".utf8))
        }

        @Test func `redirects share the total timeout of their request`() async throws {
            let arrivals = LockedState(0)
            let server = try LoopbackServer { connection in
                arrivals.withLock { $0 += 1 }
                // libcurl measures its timeouts by the system's clock. A slower machine follows fewer redirects.
                Thread.sleep(forTimeInterval: 0.15)
                connection.response(302, "Location: /")
            }
            let transport = try TransportKind.libcurl.make(totalTimeout: .milliseconds(200))
            await #expect(throws: TransportError.timedOut) { try await transport.send(get(server)) }
            await #expect(throws: TransportError.timedOut) { try await transport.open(get(server)) }
            #expect(arrivals.withLock { $0 } <= 4)
        }

        @Test func `a URL with a user name or password is not requested`() async throws {
            let arrivals = LockedState(0)
            let server = try LoopbackServer { connection in
                arrivals.withLock { $0 += 1 }
                connection.response(200)
            }
            let transport = try TransportKind.libcurl.make()
            for user in ["user@", "user:word@", ":word@", "@", "127.0.0.1@"] {
                let url = try #require(URL(string: "http://\(user)127.0.0.1:\(server.port)/"))
                guard url.user() != nil else { continue }
                await #expect(throws: TransportError.cannotConnect) {
                    try await transport.send(HTTPRequest(method: .get, url: url))
                }
            }
            #expect(arrivals.withLock { $0 } == 0)
        }

        @Test func `a transfer that is abandoned before it begins is not sent`() async throws {
            let arrivals = LockedState(0)
            let server = try LoopbackServer { connection in
                arrivals.withLock { $0 += 1 }
                connection.response(200)
            }
            let loop = try #require(CURLLoop())
            let limits = CURLLimits(bytes: 1 << 20, idle: .seconds(600), total: .seconds(600))
            let request = try get(server)
            let call = CURLCall(request, limits: limits)
            let transfer = CURLTransfer(request, limits: limits, isStream: false, receiver: call)
            loop.abandon(transfer)  // simulates a cancellation between creation and start
            #expect(loop.begin(transfer))
            #expect(try await CURLCall(request, limits: limits).response(over: loop).status == 200)
            #expect(arrivals.withLock { $0 } == 1)
        }

        @Test func `a GET on a connection that the server has closed uses another connection`() async throws {
            let server = try LoopbackServer { connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                if connection.target == "GET /first" { connection.waitForRequest() }
            }
            let transport = try TransportKind.libcurl.make()
            #expect(try await transport.send(get(server, "/first")).status == 200)
            #expect(try await transport.send(get(server, "/second")).status == 200)
        }

        @Test func `a response is accepted even if it arrives before its request`() async throws {
            let server = try LoopbackServer.unread { socket in
                _ = socket.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8))
                socket.waitForEnd()
            }
            #expect(try await TransportKind.libcurl.make().send(get(server)).body == Data("{}".utf8))
        }

        @Test func `an unrequested response is not taken for the response to the next request`() async throws {
            let (steps, go) = AsyncStream.makeStream(of: Void.self)
            let (events, log) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                guard connection.target == "GET /first" else { return }
                connection.waitFor(steps)
                connection.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
                log.yield()
                connection.waitForClose()
            }
            let transport = try TransportKind.libcurl.make()
            #expect(try await transport.send(get(server, "/first")).status == 200)
            go.yield()
            var iterator = events.makeAsyncIterator()
            await iterator.next()
            #expect(try await transport.send(get(server, "/second")).status == 200)
        }

        @Test func `busy servers do not delay requests to other servers`() async throws {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let attack = try LoopbackServer { connection in
                arrival.yield()
                let bytes = Data(String(repeating: "1\r\nx\r\n", count: 1000).utf8)
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send(bytes) {}
            }
            let good = try LoopbackServer { $0.response(200) }
            let transport = try TransportKind.libcurl.make(byteLimit: .max)
            let attacks = try (0..<4).map { _ in
                let request = try get(attack)
                return Task { try await transport.send(request) }
            }
            for await _ in arrivals.prefix(4) {}
            for _ in 0..<3 { #expect(try await transport.send(get(good)).status == 200) }
            for attack in attacks { attack.cancel() }
            for attack in attacks {
                await #expect(throws: TransportError.cancelled) { try await attack.value }
            }
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;a\r\n}\r\n0\r\nX: y\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 2\r\n\r\n{}",
        ])
        func `a truncated response is a lost connection`(whole: String) async throws {
            let counter = LockedState(0)
            let server = try LoopbackServer.cutting(whole, after: counter)
            let transport = try TransportKind.libcurl.make()
            for _ in 0..<whole.utf8.count - 1 {  // the last line break is optional
                await #expect(throws: TransportError.connectionLost) { try await transport.send(get(server)) }
            }
            counter.withLock { $0 = whole.utf8.count }
            #expect(try await transport.send(get(server)).body == Data("{}".utf8))
        }

        @Test func `a folded header value is joined with spaces`() throws {
            let head = Array("HTTP/1.1 200 OK\r\nX: a\r\n  b: c\r\n\td \r\nY:\r\n z\r\n\r\n".utf8)
            let headers = try #require(CURLHead.response(head, body: Data())).headers
            #expect(headers.fields.map(\.value) == ["a b: c d", "z"])
        }
    }
#endif
