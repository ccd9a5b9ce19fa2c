import Networking
import OrbitBackend
import TimeAndChance

/// A network of a device that can be switched off, or that loses every response.
final class SwitchedNetwork: HTTPTransport {
    enum Mode: Sendable {
        case on
        case off
        /// The backend performs each request, and the response is lost.
        case losesResponses
    }

    private let wrapped: InProcessTransport
    private let mode = LockedState(Mode.on)

    init(_ backend: OrbitBackend) { wrapped = InProcessTransport(backend) }

    func turn(_ next: Mode) { mode.withLock { $0 = next } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard mode.withLock({ $0 }) != .off else { throw .cannotConnect }
        let response = try await wrapped.send(request)
        guard mode.withLock({ $0 }) != .losesResponses else { throw .connectionLost }
        return response
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        guard mode.withLock({ $0 }) != .off else { throw .cannotConnect }
        return try await wrapped.open(request)
    }
}
