import BackendRuntime
import Foundation
import Networking
import TimeAndChance

/// The network address of a browser, as of its latest request.
final class BrowserAddress: Sendable {
    private struct State {
        let text: String
        let network: String

        init(_ text: String) { (self.text, network) = (text, OriginGroup(text).text) }
    }

    private let state: LockedState<State>

    init(_ address: String) { state = LockedState(State(address)) }

    var text: String {
        get { state.withLock { $0.text } }
        set { state.withLock { $0 = State(newValue) } }
    }

    /// The network that limits apply to: an IPv4 address, or the /64 of an IPv6 address.
    var network: String { state.withLock { $0.network } }
}

/// A transport that passes the address of the browser on to the server. The limits of the server then apply to each
/// browser and not to this front end. The server has to trust one proxy (`trust-proxy = 1` of `orbit-server`).
struct ForwardingTransport: HTTPTransport {
    private static let forwardedFor = HeaderName("X-Forwarded-For")

    let wrapped: any HTTPTransport
    let address: BrowserAddress

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await wrapped.send(forwarded(request))
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try await wrapped.open(forwarded(request))
    }

    private func forwarded(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        guard let name = Self.forwardedFor else { return request }
        // An address has no characters that a header field does not allow.
        try? request.headers.set(name, to: address.text)
        return request
    }
}
