#if os(Linux)
    import CurlBinding
    import Foundation
    import TimeAndChance

    /// Sends requests through the system's libcurl, within the rules of ``HTTPTransport``.
    ///
    /// It uses HTTP/1.1, and stores no cookies and no credentials. Proxies are taken from the environment, except for
    /// requests to this machine. Trusted certificates are taken from the default location of the system's libcurl. One
    /// thread serves all connections and ends with the transport and its streams.
    ///
    /// Create one transport for each process, because each costs a thread and some descriptors even when idle. If the
    /// process has no thread or descriptor left, each request fails with `.outOfResources` until one is free.
    public final class CURLTransport: HTTPTransport {
        private let current: LockedState<CURLLoop?>
        private let makeLoop: @Sendable () -> CURLLoop?
        private let limits: CURLLimits
        private let clock = SystemClock()

        /// Creates a transport, or returns `nil` if the system has no libcurl 7.68 or later.
        ///
        /// - Parameters:
        ///   - byteLimit: The maximum size in bytes of a body that is returned as a whole, after decompression.
        ///   - idleTimeout: The longest time without data from the server, rounded up to whole seconds.
        ///   - totalTimeout: The longest duration of a call with all redirects, and of the head of a stream.
        public init?(
            byteLimit: Int = 10 * 1024 * 1024, idleTimeout: Duration = .seconds(20),
            totalTimeout: Duration = .seconds(120)
        ) {
            guard curl_binding_load() != 0, curl_binding_is_forked() == 0 else { return nil }
            limits = CURLLimits(bytes: byteLimit, idle: idleTimeout, total: totalTimeout)
            makeLoop = { CURLLoop() }
            current = LockedState(makeLoop())
        }

        /// - Parameters:
        ///   - limits: The limits of each response.
        ///   - makeLoop: Creates the loop, at once and again before each request until it succeeds.
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

    /// The limits on the time and memory that a response may use.
    struct CURLLimits: Sendable {
        /// The maximum size in bytes of all heads of one response, including interim heads and trailers. libcurl's own
        /// limit is 300 KiB.
        static let headBytes = 64 * 1024
        /// The longest time in seconds without data in a stream. The reader of events waits a shorter time for a heartbeat.
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

        /// Returns the limits of a request that is sent when `elapsed` of the total time has passed.
        func after(_ elapsed: Duration) -> CURLLimits {
            var rest = self
            rest.total -= elapsed
            return rest
        }
    }

    extension Duration {
        /// The duration in milliseconds, rounded up, from 1 to one day.
        fileprivate var wholeMilliseconds: Int {
            let (seconds, attoseconds) = components
            let milliseconds = attoseconds <= 0 ? 0 : (attoseconds - 1) / 1_000_000_000_000_000 + 1
            return max(1, Int(max(0, min(seconds, 86_400))) * 1000 + Int(milliseconds))
        }
    }
#endif
