import Hummingbird
import HummingbirdCore
import NIOCore

/// The channel handlers of the limits, in the order in which a request passes them.
struct LimitHandlers: Sendable {
    let limits: ServerLimits
    let connections: ConnectionCount
    let responses: LimitResponses

    /// Returns the handlers of a new connection.
    func make() -> [any RemovableChannelHandler] {
        [
            WriteDeadline(limit: limits.writeDeadline, sendBuffer: limits.sendBuffer),
            EventQueue(limits: limits),
            ConnectionCap(limits: limits, connections: connections, responses: responses),
            ResponseClosing(responses: responses),
            RequestDeadline(limits: limits, responses: responses),
        ]
    }

    /// Returns the HTTP/1.1 server with all limits of a connection.
    ///
    /// - Parameter certificate: The certificate; `nil` for a server without TLS.
    func server(with certificate: CurrentCertificate? = nil) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let configuration = HTTP1Channel.Configuration(
                additionalChannelHandlers: make(), idleTimeout: limits.idleTimeout,
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: limits.headerFieldBytes, maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: limits.headerFields))
            let channel = LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), limits: limits)
            guard let certificate else { return channel }
            return SecuredChannel(base: channel, certificate: certificate)
        }
    }
}
