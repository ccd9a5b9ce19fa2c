import BackendRuntime
public import Networking

/// Carries requests to a backend in the same process: for examples, previews and tests. After a request it does the
/// work that the request has left and, once in half a minute, what time has brought about.
public struct InProcessTransport: HTTPTransport {
    private let backend: OrbitBackend
    private let origin: String

    /// - Parameter origin: the network address the backend sees; give each simulated device its own.
    public init(_ backend: OrbitBackend, origin: String = "127.0.0.1") {
        self.backend = backend
        self.origin = origin
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let response = await backend.respond(to: request, origin: origin)
        await backend.doWorkAfterRequest()
        return response
    }

    /// Opens the response as a stream, as `HTTPTransport` requires.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        guard !Task.isCancelled else { throw .cancelled }
        let stream = await backend.open(request, origin: origin)
        await backend.doWorkAfterRequest()
        return stream
    }
}
