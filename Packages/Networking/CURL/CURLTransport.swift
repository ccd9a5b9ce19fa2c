#if os(Linux)
    import CurlBinding
    import Foundation
    import TimeAndChance

    /// Sends requests through the system's libcurl, and keeps it to the rules of ``HTTPTransport``.
    ///
    /// It speaks HTTP/1.1, and keeps no cookies and no credentials. Proxies are taken from the environment, unless a
    /// request goes to this machine; trusted certificates from where the system's libcurl looks for them. All of its connections are served by one thread,
    /// which ends with the transport and its streams.
    ///
    /// A process needs one transport. Each costs a thread and some descriptors even when it is idle. Without any left, each
    /// request fails with `.outOfResources`, until there are some again.
    public final class CURLTransport: HTTPTransport {
        private let current: LockedState<CURLLoop?>
        private let makeLoop: @Sendable () -> CURLLoop?
        private let limits: CURLLimits
        private let clock = SystemClock()

        /// `nil` if the system has no libcurl 7.68 or later.
        ///
        /// - Parameters:
        ///   - byteLimit: the largest body taken as a whole, counted after decompression.
        ///   - idleTimeout: how long the server may be silent; rounded up to whole seconds.
        ///   - totalTimeout: how long a call may take with all redirects, and how long the head of a stream.
        public init?(
            byteLimit: Int = 10 * 1024 * 1024, idleTimeout: Duration = .seconds(20),
            totalTimeout: Duration = .seconds(120)
        ) {
            guard curl_binding_load() != 0, curl_binding_is_forked() == 0 else { return nil }
            limits = CURLLimits(bytes: byteLimit, idle: idleTimeout, total: totalTimeout)
            makeLoop = { CURLLoop() }
            current = LockedState(makeLoop())
        }

        /// - Parameter makeLoop: Makes the loop, now and again before each request until there is one.
        init(limits: CURLLimits, makeLoop: @escaping @Sendable () -> CURLLoop?) {
            self.limits = limits
            self.makeLoop = makeLoop
            current = LockedState(makeLoop())
        }

        private func currentLoop() throws(TransportError) -> CURLLoop {
            let loop = current.withLock { current in
                if current == nil { current = makeLoop() }
                return current
            }
            guard let loop else { throw .outOfResources }
            return loop
        }

        /// Sends the request, as `HTTPTransport` requires.
        public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let (start, loop) = (clock.uptime, try currentLoop())
            return try await RedirectRule.follow(request) { request throws(TransportError) in
                let rest = limits.after(clock.uptime - start)
                let response = try await CURLCall(request, limits: rest).response(over: loop)
                return (response, response)
            }
        }

        /// Opens the response as a stream, as `HTTPTransport` requires.
        public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
            let (start, loop) = (clock.uptime, try currentLoop())
            return try await RedirectRule.follow(request) { request throws(TransportError) in
                let body = CURLBody(request, limits: limits.after(clock.uptime - start), loop: loop)
                let head = try await body.head()
                let stream = HTTPStream(
                    status: head.status, headers: head.headers, read: body.next, close: body.close)
                return (stream, head)
            } drop: {
                $0.close()
            }
        }
    }

    /// What a server may take of time and memory.
    struct CURLLimits: Sendable {
        /// Of all heads of one response, with interim ones and trailers (libcurl itself takes 300 KiB).
        static let headBytes = 64 * 1024
        /// How long a stream may be silent: longer than its reader waits for a heartbeat.
        static let streamIdleSeconds = 90

        let bytes: Int
        let idleSeconds: Int
        private(set) var total: Duration
        let connectMilliseconds: Int

        init(bytes: Int, idle: Duration, total: Duration) {
            self.bytes = max(0, bytes)
            idleSeconds = (idle.wholeMilliseconds + 999) / 1000
            self.total = total
            connectMilliseconds = idleSeconds * 1000
        }

        var totalMilliseconds: Int { total.wholeMilliseconds }

        /// The same for a request that is sent when so much of the time has passed.
        func after(_ elapsed: Duration) -> CURLLimits {
            var rest = self
            rest.total -= elapsed
            return rest
        }
    }

    extension Duration {
        /// From 1 to those of a day, rounded up.
        fileprivate var wholeMilliseconds: Int {
            let (seconds, attoseconds) = components
            let milliseconds = attoseconds <= 0 ? 0 : (attoseconds - 1) / 1_000_000_000_000_000 + 1
            return max(1, Int(max(0, min(seconds, 86_400))) * 1000 + Int(milliseconds))
        }
    }
#endif
