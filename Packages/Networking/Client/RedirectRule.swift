import Foundation

/// Which redirects are followed: few, and only within the origin (RFC 6454 §4), since a request carries credentials.
/// A downgrade to http leaves the origin, too.
enum RedirectRule {
    static let limit = 5

    /// The request that `response` asks for instead of `request`; `nil` if it asks for none.
    ///
    /// - Parameter count: how many redirects led to `request`.
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

    /// The place with its scheme in lower case, as ``URLSessionTransport`` needs it.
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
