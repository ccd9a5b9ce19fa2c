/// Carries one request to its server and brings the response back: the seam at which tests, previews
/// and other HTTP stacks take over.
///
/// An implementation
/// - sends the request once: retrying is the client's business;
/// - returns whatever status the server gave; only a missing response is an error;
/// - keeps within its byte budget, counted after decompression;
/// - follows no redirect to another origin, nor from https to http;
/// - gives up when its task is cancelled, throwing `TransportError.cancelled`.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the whole response.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends the request, and returns as soon as the status and headers are there. The body follows in the stream, for
    /// as long as it goes on: only the idle time is limited.
    ///
    /// - Throws: `.streamsUnsupported` unless the transport implements it.
    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream
}

extension HTTPTransport {
    /// Opens a stream over `send(_:)`: the whole response as one chunk.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw .streamsUnsupported
    }
}

/// Why there is no response.
@nonexhaustive public enum TransportError: Error, Hashable, Sendable {
    /// No connection came about: the server has seen nothing of the request.
    case cannotConnect
    /// The connection broke after the request may have been sent.
    case connectionLost
    /// The server took too long.
    case timedOut
    /// The server could not prove who it is.
    case untrusted
    /// The address is neither https nor loopback.
    case insecure
    /// The server redirected to where credentials must not go, or too often.
    case redirectRefused
    /// The response outgrew the byte budget.
    case responseTooLarge(limit: Int)
    /// What came back is not HTTP.
    case malformedResponse
    /// This transport cannot read a body while it arrives.
    case streamsUnsupported
    /// This process has no descriptor or thread left for connections: nothing was sent.
    case outOfResources
    /// The caller's task was cancelled.
    case cancelled
}

/// Sees every request on its way out and every response on its way in: adds credentials, measures, logs.
///
/// The first in the client's list is outermost. A retry passes through all of them again.
public protocol HTTPMiddleware: Sendable {
    /// - Parameters:
    ///   - request: what would be sent.
    ///   - route: the endpoint it belongs to.
    ///   - next: sends on; may be called again to replay, or not at all.
    func intercept(
        _ request: HTTPRequest,
        route: Route,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse
}
