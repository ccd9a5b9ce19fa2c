#if os(Linux)
    import Foundation
    import Testing
    import TimeAndChance

    @testable import Networking
    @testable import NetworkingTesting

    /// Tests of process-wide state. Each test runs in a process of its own.
    ///
    /// `ORBIT_TRANSPORT_RUNS` is the number of processes that exit during TLS handshakes. It is also the number of
    /// rounds of a hundred cancelled calls. It is 2 by default, and 200 for a thorough run.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct CURLProcessTests {
        static var runs: Int {
            ProcessInfo.processInfo.environment["ORBIT_TRANSPORT_RUNS"].flatMap { Int($0) } ?? 2
        }

        static func status(_ path: String, _ name: String) -> Int {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""  // an unreadable file counts as 0
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int($0) } ?? 0
        }

        static func openDescriptors() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0  // 0 fails the test
        }

        /// Waits until at most `limit` descriptors are open, for at least a minute.
        ///
        /// - Returns: The number of open descriptors.
        static func openDescriptors(fallingTo limit: Int) async throws -> Int {
            var left = Int.max
            // Polling is necessary: threads that end are detached, and no event reports their end.
            for _ in 0..<60_000 where left > limit {
                try await SystemClock().sleep(for: .milliseconds(1))
                left = openDescriptors()
            }
            return left
        }

        /// The limit of a process's growth in memory, in kilobytes. It is larger under a sanitizer.
        static func growthLimit(_ kilobytes: Int) -> Int {
            // The thread sanitizer records each access. The address sanitizer keeps up to 256 MB of freed memory.
            if dlsym(nil, "__tsan_init") != nil { return max(kilobytes, 256 * 1024) }
            if dlsym(nil, "__asan_init") != nil { return kilobytes + 512 * 1024 }
            return kilobytes
        }

        @Test func `a process can exit during TLS handshakes`() async throws {
            for _ in 0..<Self.runs {
                await #expect(processExitsWith: .exitCode(7)) {
                    let server = try LoopbackServer.unread { socket in
                        _ = socket.receive()
                        _ = socket.send(Data([0x15, 3, 3, 0, 2, 2, 40]))  // an alert
                    }
                    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
                    let transport = try TransportKind.libcurl.make()
                    let handshakes = LockedState(0)
                    await withTaskGroup { group in
                        for _ in 0..<8 {
                            group.addTask {
                                while true {
                                    _ = try? await transport.send(HTTPRequest(method: .get, url: url))
                                    let count = handshakes.withLock { count in
                                        count += 1
                                        return count
                                    }
                                    if count == 12 { exit(7) }
                                }
                            }
                        }
                    }
                }
            }
        }

        @Test func `a forked child has no transport, and the parent's transport keeps working`() async throws {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { connection in
                    var next: LoopbackServer.Connection? = connection
                    while let connection = next {
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                        next = connection.next()
                    }
                }
                let request = HTTPRequest(method: .get, url: try server.url("/"))
                let limits = CURLLimits(bytes: 1 << 20, idle: .seconds(60), total: .seconds(60))
                let loop = try #require(CURLLoop())
                #expect(try await CURLCall(request, limits: limits).response(over: loop).status == 200)
                let transfer = CURLTransfer(
                    request, limits: limits, isStream: false, receiver: CURLCall(request, limits: limits))
                let symbol = try #require(dlsym(nil, "fork"))
                let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
                for endsQuickly in [true, false] {
                    let child = fork()
                    if child == 0 {
                        alarm(20)
                        let isRight = CURLLoop() == nil && !loop.begin(transfer)
                        loop.abandon(transfer)
                        if endsQuickly { _exit(isRight ? 0 : 1) }
                        exit(isRight ? 0 : 1)  // runs the exit handlers that libraries have registered
                    }
                    var status: Int32 = -1
                    waitpid(child, &status, 0)
                    #expect(status == 0)
                    #expect(try await CURLCall(request, limits: limits).response(over: loop).status == 200)
                }
            }
        }

        @Test func `requests without free descriptors are refused, and the process keeps running`()
            async throws
        {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    connection.waitForClose()
                }
                let request = HTTPRequest(method: .get, url: try server.url("/"))
                // The thread of a released transport would return its descriptors at any later time.
                let first = SystemTransport()
                #expect(try await first.send(request).status == 200)
                var limit = rlimit(rlim_cur: 128, rlim_max: 128)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let transports = (0..<230).map { _ in SystemTransport() }
                for transport in transports.suffix(100) {
                    await #expect(throws: TransportError.outOfResources) { _ = try await transport.send(request) }
                    await #expect(throws: TransportError.outOfResources) { _ = try await transport.open(request) }
                }
                withExtendedLifetime(first) {}
            }
        }

        @Test func `a transport created without free descriptors works once descriptors are free`() async throws {
            let server = try LoopbackServer { $0.response(200) }
            let request = HTTPRequest(method: .get, url: try server.url("/"))
            let isFree = LockedState(false)
            let limits = CURLLimits(bytes: 1 << 20, idle: .seconds(60), total: .seconds(60))
            let transport = CURLTransport(limits: limits) { isFree.withLock { $0 } ? CURLLoop() : nil }
            await #expect(throws: TransportError.outOfResources) { _ = try await transport.send(request) }
            isFree.withLock { $0 = true }
            #expect(try await transport.send(request).status == 200)
        }

        @Test func `a request to loopback bypasses the proxy`() async throws {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { $0.response(502) }
                let server = try LoopbackServer { $0.response(200) }
                for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
                    setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
                }
                let transport = try TransportKind.libcurl.make()
                #expect(try await transport.send(HTTPRequest(method: .get, url: server.url("/"))).status == 200)
            }
        }

        @Test func `a proxy's response to CONNECT is not taken for the server's response`() async throws {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { connection in
                    #expect(connection.target == "CONNECT orbit.invalid:443")
                    connection.send("HTTP/1.1 200 OK\r\nX-Proxy: 1\r\n\r\n")
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                }
                setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
                let url = try #require(URL(string: "https://orbit.invalid/"))
                await #expect(throws: TransportError.self) {
                    try await TransportKind.libcurl.make().send(HTTPRequest(method: .get, url: url))
                }
            }
        }

        @Test func `released transports leave no open descriptors`() async throws {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    connection.waitForClose()
                }
                // The system's timers open some descriptors once. A leak would leave at least fifty.
                let before = CURLProcessTests.openDescriptors() + 5
                for _ in 0..<50 {
                    let transport = try TransportKind.libcurl.make()
                    #expect(try await transport.send(HTTPRequest(method: .get, url: server.url("/"))).status == 200)
                }
                #expect(try await CURLProcessTests.openDescriptors(fallingTo: before) <= before)
            }
        }

        @Test func `cancelled calls leave no descriptors, and their memory is bounded`() async throws {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { $0.waitForClose() }
                let good = try LoopbackServer { $0.response(200) }
                let transport = try TransportKind.libcurl.make()
                func cancelHundred() async throws {
                    let request = HTTPRequest(method: .get, url: try server.url("/"))
                    await withTaskGroup { group in
                        for number in 0..<100 {
                            group.addTask {
                                if number % 2 == 0 {
                                    _ = try? await transport.send(request)
                                } else {
                                    _ = try? await transport.open(request)
                                }
                            }
                        }
                        for _ in 0..<10 {  // some calls are in flight by then, and some are not
                            _ = try? await transport.send(HTTPRequest(method: .get, url: good.url("/")))
                        }
                        group.cancelAll()
                    }
                }
                _ = try await transport.send(HTTPRequest(method: .get, url: good.url("/")))
                // The system's timers open some descriptors once. A leak would leave at least a hundred.
                let before = CURLProcessTests.openDescriptors() + 5
                try await cancelHundred()
                let memory = CURLProcessTests.status("/proc/self/status", "VmRSS")
                for _ in 0..<CURLProcessTests.runs { try await cancelHundred() }
                #expect(try await CURLProcessTests.openDescriptors(fallingTo: before) <= before)
                let grown = CURLProcessTests.status("/proc/self/status", "VmRSS") - memory
                #expect(grown < CURLProcessTests.growthLimit(16 * 1024))
            }
        }

        @Test func `endless and compressed responses use bounded memory`() async throws {
            await #expect(processExitsWith: .success) {
                let bomb = gzipOfZeros(runsOf258: 260_000, isWhole: false)
                let server = try LoopbackServer { connection in
                    let name = String(connection.target.dropFirst("GET /".count))
                    if name == "bomb" { return connection.response(200, "Content-Encoding: gzip", body: bomb) }
                    let chunk = Data(repeating: 0x20, count: 65_536)
                    connection.send("HTTP/1.1 200 OK\r\n" + (name == "head" ? "X: " : "\r\n"))
                    while connection.send(chunk) {}
                }
                let transport = try TransportKind.libcurl.make()
                _ = try? await transport.send(HTTPRequest(method: .get, url: server.url("/body")))
                let before = CURLProcessTests.status("/proc/self/status", "VmHWM")
                for name in ["bomb", "body", "head", "bomb", "body", "head"] {
                    _ = try? await transport.send(HTTPRequest(method: .get, url: server.url("/\(name)")))
                }
                let stream = try await transport.open(HTTPRequest(method: .get, url: server.url("/stream")))
                for _ in 0..<200 {
                    _ = try await stream.next()
                    try await SystemClock().sleep(for: .microseconds(500))  // simulates a slow reader
                }
                stream.close()
                let grown = CURLProcessTests.status("/proc/self/status", "VmHWM") - before
                #expect(grown < CURLProcessTests.growthLimit(10 * 1024))  // two bodies of a megabyte, and 8 MiB
            }
        }
    }
#endif
