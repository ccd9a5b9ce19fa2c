import Foundation
public import TimeAndChance

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through Foundation's URL loading, and keeps it to the rules of ``HTTPTransport``.
///
/// It keeps no cookies, caches or credentials. On Linux, where FoundationNetworking does the work, a server that breaks
/// off in the middle of its headers stops the process; nothing outside Foundation can prevent that.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: Exchanges
    private let totalTimeout: Duration
    private let time: any TimeSource

    /// - Parameters:
    ///   - byteLimit: the largest body taken, counted after decompression.
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
        exchanges = Exchanges(byteLimit: byteLimit, time: time)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: .forExchanges)
        self.totalTimeout = totalTimeout
        self.time = time
    }

    deinit {
        session.invalidateAndCancel()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let end = time.uptime + totalTimeout
        var request = request
        var redirects = 0
        while true {
            guard request.url.isEncryptedOrLocal else { throw .insecure }
            let task = session.dataTask(with: URLRequest(request))
            let response = try await exchanges.run(task, until: end).get()
            guard let next = try RedirectRule.request(following: response, to: request, count: redirects)
            else { return response }
            request = next
            redirects += 1
        }
    }
}

extension URL {
    fileprivate var isEncryptedOrLocal: Bool {
        switch scheme {  // in lower case: FoundationNetworking stops the process at any other spelling
        case "https": true
        case "http": Loopback.contains(host() ?? "")
        default: false
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
    fileprivate var inWholeSeconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(max(1, min(seconds, 86_400) + (attoseconds > 0 ? 1 : 0)))
    }
}
