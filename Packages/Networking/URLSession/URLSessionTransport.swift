import Foundation
public import TimeAndChance

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through Foundation's URL loading, and keeps it to the rules of ``HTTPTransport``.
///
/// It keeps no cookies, caches or credentials. On Linux, where FoundationNetworking does the work, some responses stop
/// the process, such as one with a trailer or one that breaks off in its headers, and nothing outside Foundation can
/// prevent that: ``SystemTransport`` goes another way there.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    /// Its tasks may last for ever.
    private let streamSession: URLSession
    private let adapter: URLSessionDelegateAdapter
    private let streamAdapter: URLSessionDelegateAdapter
    private let byteLimit: Int
    private let totalTimeout: Duration
    private let time: any TimeSource

    /// - Parameters:
    ///   - byteLimit: the largest body taken as a whole, counted after decompression.
    ///   - idleTimeout: how long the server may be silent; rounded up to whole seconds.
    ///   - totalTimeout: how long it may go on sending; looked at whenever something arrives.
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
        configuration.timeoutIntervalForRequest = max(90, idleTimeout.inWholeSeconds)  // longer than between heartbeats
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

    /// On Linux, what a slow reader leaves waits in memory up to the byte limit; then the stream breaks.
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
    /// From 1 to a day: FoundationNetworking cuts fractions off.
    var inWholeSeconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(max(1, min(seconds, 86_400) + (attoseconds > 0 ? 1 : 0)))
    }
}

extension OperationQueue {
    #if canImport(FoundationNetworking)
        /// Where delegates are called.
        ///
        /// FoundationNetworking queues every piece of a body, and a decompressor makes pieces faster than a queue
        /// delivers them: 1 MiB of gzip fills 2 GiB before the first piece can be refused. Called in place, the delegate
        /// drops what exceeds the budget before the next piece exists.
        fileprivate static var forExchanges: OperationQueue? { InPlaceQueue() }
    #else
        /// Where delegates are called: a queue of the session's own.
        fileprivate static var forExchanges: OperationQueue? { nil }
    #endif
}

#if canImport(FoundationNetworking)
    // Unchecked, because the compiler demands it of a subclass: it adds no state.
    private final class InPlaceQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
