/// Carries a request to its server and returns the response.
///
/// Implement it for tests, previews and other HTTP stacks. The existing implementations are ``SystemTransport``,
/// ``URLSessionTransport`` and, on Linux, `CURLTransport`.
///
/// An implementation
/// - sends the request once, because the client decides about retries;
/// - returns any status that the server gave, because only a missing response is an error;
/// - enforces its byte budget, counted after decompression;
/// - follows no redirect to another origin, nor from https to http;
/// - throws `TransportError.cancelled` when its task is cancelled.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the complete response.
    ///
    /// - Parameter request: The request.
    /// - Returns: The complete response, decompressed.
    /// - Throws: `TransportError` if there is no response.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends the request and returns when the status and headers have arrived.
    ///
    /// The stream delivers the body without a limit on its duration. Only the time without data is limited.
    ///
    /// - Parameter request: The request.
    /// - Returns: The status, the headers and the stream of the body.
    /// - Throws: `TransportError` if there is no response; `.streamsUnsupported` unless the transport implements this
    ///   method.
    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream
}

extension HTTPTransport {
    /// Throws `.streamsUnsupported`, for transports without streams.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw .streamsUnsupported
    }
}

/// An error of a request without a response.
@nonexhaustive public enum TransportError: Error, Hashable, Sendable {
    /// No connection was established. The server has not received any part of the request.
    case cannotConnect
    /// The connection broke after the request may have been sent.
    case connectionLost
    /// The server did not respond in time.
    case timedOut
    /// The server could not prove its identity.
    case untrusted
    /// The address is neither https nor loopback.
    case insecure
    /// The server redirected to another origin or to an unencrypted address, or too often.
    case redirectRefused
    /// The response exceeds the byte budget.
    case responseTooLarge(limit: Int)
    /// The response is not valid HTTP.
    case malformedResponse
    /// This transport cannot read a body while it arrives.
    case streamsUnsupported
    /// This process has no descriptor or thread left for connections. Nothing was sent.
    case outOfResources
    /// The caller's task was cancelled.
    case cancelled
}

/// Processes every request before it is sent and every response after it arrives, for example to add credentials, to
/// measure or to log.
///
/// The first middleware in the client's list is outermost. A retry passes through all of them again.
public protocol HTTPMiddleware: Sendable {
    /// Sends the request with `next`, or returns a response of its own.
    ///
    /// - Parameters:
    ///   - request: The request as the outer middleware passed it on.
    ///   - route: The route of the request.
    ///   - next: Calls the inner middleware and the transport. May be called again to repeat the request, or not at
    ///     all.
    /// - Returns: The response for the outer middleware.
    /// - Throws: The errors of `next`, and errors of the middleware itself.
    func intercept(
        _ request: HTTPRequest,
        route: Route,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse
}
