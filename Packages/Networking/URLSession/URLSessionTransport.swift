import Foundation
public import TimeAndChance

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through Foundation's URL loading, within the rules of ``HTTPTransport``.
///
/// It stores no cookies, caches or credentials.
///
/// On Linux, FoundationNetworking stops the process at some responses, such as a response with a trailer or with
/// truncated headers. Code outside Foundation cannot prevent this, so ``SystemTransport`` uses libcurl there.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    /// The session of streams. Its tasks have no time limit.
    private let streamSession: URLSession
    private let adapter: URLSessionDelegateAdapter
    private let streamAdapter: URLSessionDelegateAdapter
    private let byteLimit: Int
    private let totalTimeout: Duration
    private let time: any TimeSource

    /// - Parameters:
    ///   - byteLimit: The maximum size in bytes of a body that is returned as a whole, after decompression.
    ///   - idleTimeout: The longest time without data from the server, rounded up to whole seconds.
    ///   - totalTimeout: The longest duration of a response. It is checked whenever data arrives.
    ///   - time: The clock that measures `totalTimeout`.
    public init(
        byteLimit: Int = 10 * 1024 * 1024, idleTimeout: Duration = .seconds(20), totalTimeout: Duration = .seconds(120),
        time: any TimeSource = SystemClock()
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = idleTimeout.inWholeSeconds
        configuration.timeoutIntervalForResource = totalTimeout.inWholeSeconds
        adapter = URLSessionDelegateAdapter(byteLimit: byteLimit, time: time)
        session = URLSession(configuration: configuration, delegate: adapter, delegateQueue: .forExchanges)
        configuration.timeoutIntervalForRequest = max(90, idleTimeout.inWholeSeconds)  // above the heartbeat interval
        configuration.timeoutIntervalForResource = .greatestFiniteMagnitude
        streamAdapter = URLSessionDelegateAdapter(byteLimit: byteLimit, time: time)
        streamSession = URLSession(configuration: configuration, delegate: streamAdapter, delegateQueue: .forExchanges)
        self.byteLimit = byteLimit
        self.totalTimeout = totalTimeout
        self.time = time
    }

    deinit {
        session.invalidateAndCancel()
        streamSession.finishTasksAndInvalidate()
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let end = time.uptime + totalTimeout
        return try await RedirectRule.follow(request) { request throws(TransportError) in
            let response = try await adapter.run(session.dataTask(with: URLRequest(request)), until: end).get()
            return (response, response)
        }
    }

    /// Opens the response as a stream, as `HTTPTransport` requires. On Linux, unread data stays in memory up to the
    /// byte limit; beyond it the stream fails.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await RedirectRule.follow(request) { request throws(TransportError) in
            let body = URLSessionBody(streamSession.dataTask(with: URLRequest(request)), byteLimit: byteLimit)
            let head = try await body.head(from: streamAdapter)
            let stream = HTTPStream(status: head.status, headers: head.headers, read: body.next, close: body.close)
            return (stream, head)
        } drop: {
            $0.close()
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name.description) }
        if !request.body.isEmpty { httpBody = request.body }
    }
}

extension Duration {
    /// The duration in seconds, rounded up, from 1 to one day. FoundationNetworking truncates fractions.
    var inWholeSeconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(max(1, min(seconds, 86_400) + (attoseconds > 0 ? 1 : 0)))
    }
}

extension OperationQueue {
    #if canImport(FoundationNetworking)
        /// The queue on which the delegate is called.
        // FoundationNetworking queues every piece of a body, and a decompressor produces pieces faster than a queue
        // delivers them.
        // With a queue, 1 MiB of gzip fills 2 GiB before the first piece can be refused.
        // A delegate that is called in place drops the bytes beyond the budget before the next piece exists.
        fileprivate static var forExchanges: OperationQueue? { InPlaceQueue() }
    #else
        /// The queue on which the delegate is called: a queue of the session.
        fileprivate static var forExchanges: OperationQueue? { nil }
    #endif
}

#if canImport(FoundationNetworking)
    // Unchecked, because the compiler demands it of a subclass. The class adds no state.
    private final class InPlaceQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
