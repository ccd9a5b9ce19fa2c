import BackendRuntime
public import Networking

/// A transport that sends requests to a backend in the same process, for examples, previews and tests.
///
/// After each request, it runs the jobs that the request has created, also if the request is cancelled meanwhile. At
/// most every 30 seconds, it also processes scheduled work and removes expired records.
public struct InProcessTransport: HTTPTransport {
    private let backend: OrbitBackend
    private let origin: String

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - backend: The backend that responds to the requests.
    ///   - origin: The network address that the backend sees. Give each simulated device its own address.
    public init(_ backend: OrbitBackend, origin: String = "127.0.0.1") {
        self.backend = backend
        self.origin = origin
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let response = await backend.respond(to: request, origin: origin)
        await work()
        return response
    }

    /// Opens the response as a stream, as `HTTPTransport` requires.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        guard !Task.isCancelled else { throw .cancelled }
        let stream = await backend.open(request, origin: origin)
        await work()
        return stream
    }

    private func work() async {
        // Another task, because the cancellation of a request must not leave its jobs, or those of other requests, until
        // the next request.
        await Task { await backend.doWorkAfterRequest() }.value
    }
}
