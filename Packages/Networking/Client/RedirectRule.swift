import Foundation

/// The redirects that are followed: at most ``limit``, and only within the origin (RFC 6454 §4).
enum RedirectRule {
    // Requests carry credentials, so no redirect may leave the origin. A downgrade to http leaves the origin, too.
    static let limit = 5

    /// Sends a request and the requests that its responses redirect to.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - send: Sends one request; returns the received response and its head.
    ///   - drop: Discards a response that only redirects.
    /// - Throws: `TransportError.insecure` if an address is neither encrypted nor loopback, `.redirectRefused`, or the
    ///   error of `send`.
    static func follow<Received>(
        _ request: HTTPRequest,
        send: (HTTPRequest) async throws(TransportError) -> (received: Received, head: HTTPResponse),
        drop: (Received) -> Void = { _ in }
    ) async throws(TransportError) -> Received {
        var request = request
        var count = 0
        while true {
            guard request.url.isEncryptedOrLocal else { throw .insecure }
            let (received, head) = try await send(request)
            let next: HTTPRequest?
            do throws(TransportError) {
                next = try Self.request(following: head, to: request, count: count)
            } catch {
                drop(received)
                throw error
            }
            guard let next else { return received }
            drop(received)
            request = next
            count += 1
        }
    }

    /// Returns the request that `response` redirects to, or `nil` if `response` is not a redirect.
    ///
    /// - Parameters:
    ///   - response: The response to `request`.
    ///   - request: The request that was sent.
    ///   - count: The number of redirects that led to `request`.
    /// - Throws: `TransportError.redirectRefused` if the redirect is not allowed.
    static func request(
        following response: HTTPResponse, to request: HTTPRequest, count: Int
    ) throws(TransportError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers[.location],
            !location.isEmpty, let target = target(location, from: request.url)
        else { return nil }
        guard count < limit, target.user() == nil, target.password() == nil, let origin = Origin(request.url),
            Origin(target) == origin
        else { throw .redirectRefused }
        var next = request
        next.url = target
        if response.status == 303 || (response.status < 303 && request.method == .post), request.method != .head {
            next.method = .get
            next.body = Data()
            next.headers.remove(.contentType)
        }
        return next
    }

    /// Returns the absolute URL with its scheme in lower case, as ``URLSessionTransport`` requires.
    private static func target(_ location: String, from source: URL) -> URL? {
        guard let url = URL(string: location, relativeTo: source)?.absoluteURL,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        components.scheme = components.scheme?.lowercased()
        return components.url
    }

    private struct Origin: Equatable {
        let scheme: String
        let host: String
        let port: Int

        init?(_ url: URL) {
            guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty,
                let port = url.port ?? ["https": 443, "http": 80][scheme]
            else { return nil }
            (self.scheme, self.host, self.port) = (scheme, host, port)
        }
    }
}
